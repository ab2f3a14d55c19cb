import { type Settings } from '../config/settings.ts';
import { type Credentials } from './credentials.ts';

const notice = [
  'No API key exists yet, so every request is answered with 401. Choose the first one and start again with it:',
  '  export WITNESS_ADMIN_KEY=wk_$(openssl rand -hex 24)',
  `or, without openssl, WITNESS_ADMIN_KEY=$(node -p "'wk_' + crypto.randomBytes(24).toString('hex')").`,
  'Whoever asks the service sends that key: the command reads it from WITNESS_API_KEY.',
].join('\n');

/** How a first key is made, where a key is needed and none is known; null where all is well. */
export const firstKeyNotice = async (
  settings: Pick<Settings, 'auth' | 'adminKey'>,
  credentials: Pick<Credentials, 'hasKey'>,
): Promise<string | null> => {
  if (settings.auth === 'none' || settings.adminKey !== null) return null;
  return (await credentials.hasKey()) ? null : notice;
};
