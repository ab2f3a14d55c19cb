import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';

const read = (text: string): Buffer => {
  const key = text.includes('-----BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text.trim(), 'base64'), type: 'spki', format: 'der' });
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('It is no Ed25519 key.');
  return key.export({ type: 'spki', format: 'der' });
};

async function readOne(given: string): Promise<Buffer> {
  try {
    return read(given);
  } catch {
    // Then it is a file.
  }
  try {
    return read(await readFile(given, 'utf8'));
  } catch {
    throw new CommandFailure(
      exitCodes.usage,
      '--public-key takes an Ed25519 public key: a file in PEM, or the base64 that `witness audit verify --json` prints',
    );
  }
}

/** The keys that `--public-key` names, as DER: each the base64 that the service publishes, or a file with that or with PEM. */
export const readPublicKeys = (given: readonly string[] = []): Promise<Buffer[]> =>
  Promise.all(given.map(readOne));
