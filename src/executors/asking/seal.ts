import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** What only the process that made it can open. */
export interface Seal {
  /** DER, for {@link sealFor}. */
  readonly publicKey: Buffer;
  /** Null: it was sealed for another key, or changed. */
  open(sealed: Buffer): string | null;
}

const keyBytes = 44;
const ivBytes = 12;
const tagBytes = 16;

const cipherKey = (privateKey: KeyObject, publicKey: KeyObject, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), salt, 'witness answer', 32));

const publicKeyOf = (der: Buffer): KeyObject => createPublicKey({ key: der, format: 'der', type: 'spki' });

const derOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' });

/** A new key pair for one answer. */
export const createSeal = (): Seal => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: derOf(publicKey),
    open(sealed) {
      try {
        const sender = sealed.subarray(0, keyBytes);
        const iv = sealed.subarray(keyBytes, keyBytes + ivBytes);
        const tag = sealed.subarray(keyBytes + ivBytes, keyBytes + ivBytes + tagBytes);
        const key = cipherKey(privateKey, publicKeyOf(sender), sender);
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAuthTag(
          tag,
        );
        const text = decipher.update(sealed.subarray(keyBytes + ivBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
};

/** Seals a text for whoever holds the other half of the key. Throws when `publicKey` is none. */
export const sealFor = (publicKey: Buffer, text: string): Buffer => {
  const sender = generateKeyPairSync('x25519');
  const der = derOf(sender.publicKey);
  const iv = randomBytes(ivBytes);
  const key = cipherKey(sender.privateKey, publicKeyOf(publicKey), der);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([der, iv, cipher.getAuthTag(), sealed]);
};
