import { readFileSync } from 'node:fs';
import { CommandFailure } from './command-failure.ts';
import { exitCodes } from './exit-codes.ts';

export interface ServiceAddress {
  readonly url: string;
  readonly apiKey: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const usage = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, message);

const set = (value: string | undefined): string | null =>
  value === undefined || value === '' ? null : value;

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw usage(
      'WITNESS_API_KEY_FILE names a file that cannot be read; give the path of a file that holds the key',
    );
  }
}

function readUrl(environment: Environment): string {
  const given = set(environment.WITNESS_URL) ?? 'http://127.0.0.1:4477';
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw usage('WITNESS_URL is no http or https URL; an example is http://127.0.0.1:4477');
  }
  return url.href;
}

/** Where the service is and how to sign in there: WITNESS_URL, WITNESS_API_KEY or WITNESS_API_KEY_FILE. */
export function readServiceAddress(environment: Environment): ServiceAddress {
  const key = set(environment.WITNESS_API_KEY);
  const file = set(environment.WITNESS_API_KEY_FILE);
  if (key !== null && file !== null) {
    throw usage('WITNESS_API_KEY and WITNESS_API_KEY_FILE are both set; set one of them');
  }
  return { url: readUrl(environment), apiKey: key ?? (file === null ? null : readKeyFile(file)) };
}
