import { type EnvironmentReader } from './environment.ts';

const originOf = (text: string): string | null => {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, hostname, pathname, search, hash, origin } = new URL(text);
  const isBare = pathname === '/' && `${username}${password}${search}${hash}` === '';
  return isBare && !hostname.includes('*') && /^https?:$/.test(protocol) ? origin : null;
};

/** An origin without a slash at its end. */
export const readPublicUrl = (reader: EnvironmentReader): string | null => {
  const text = reader.text('WITNESS_PUBLIC_URL');
  if (text === null) return null;
  const origin = originOf(text);
  if (origin === null)
    reader.fault('WITNESS_PUBLIC_URL', 'must be an origin such as https://witness.example, without a path');
  return origin;
};

/** Origins between commas, as browsers name them. Each is named in full: there is no pattern. */
export const readCorsOrigins = (reader: EnvironmentReader): readonly string[] => {
  const texts = (reader.text('WITNESS_CORS_ORIGINS') ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const origins = texts.map(originOf);
  const wrong = origins.flatMap((origin, at) => (origin === null ? [at + 1] : []));
  if (wrong.length > 0)
    reader.fault(
      'WITNESS_CORS_ORIGINS',
      `must be origins between commas, such as https://app.example,http://localhost:3000, each without a path; there is no wildcard. None is number ${wrong.join(', ')} of yours`,
    );
  return origins.filter((origin) => origin !== null);
};
