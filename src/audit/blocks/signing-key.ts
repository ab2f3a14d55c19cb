import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Signs with the Ed25519 key of this process. */
export interface Signer {
  readonly key_id: string;
  /** SubjectPublicKeyInfo in DER. */
  readonly public_key: Uint8Array;
  sign(bytes: Uint8Array): Uint8Array;
}

/** Names a public key: the first 16 bytes of its SHA-256, in lower-case hexadecimal. */
export const keyIdOf = (publicKey: Uint8Array): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 32);

const signerOf = (key: KeyObject): Signer => {
  const public_key = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { key_id: keyIdOf(public_key), public_key, sign: (bytes) => sign(null, bytes, key) };
};

/** False also where the key is none. */
export const verifySignature = (publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey), type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, bytes, key, signature);
  } catch {
    return false;
  }
};

const fileName = 'signing-key.pem';

const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Two processes that start at once end with the same key: the file appears whole, and the second one reads it. */
const makeKey = async (directory: string): Promise<string> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, fileName);
  const partial = `${path}.${process.pid}`;
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const file = await open(partial, 'w', 0o600);
  try {
    await file.writeFile(pem);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(partial, { force: true });
  }
  return readFile(path, 'utf8');
};

/** The key of the settings, or the one in the data directory, made there at the first start. */
export const readSigner = async (pem: string | null, dataDirectory: string): Promise<Signer> => {
  if (pem !== null) return signerOf(createPrivateKey(pem));
  try {
    const kept = (await readIfThere(join(dataDirectory, fileName))) ?? (await makeKey(dataDirectory));
    return signerOf(createPrivateKey(kept));
  } catch (cause) {
    throw new Error(
      `The key that signs the audit trail can neither be read from nor made in ${join(dataDirectory, fileName)}. ` +
        'Let the service write there, or set WITNESS_SIGNING_KEY_FILE to an Ed25519 private key in PEM.',
      { cause },
    );
  }
};
