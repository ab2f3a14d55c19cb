import { createCipheriv, createDecipheriv } from 'node:crypto';
import { type HmacKey, hmac, hmacKey } from './hmac.ts';

/** Keys of the format that payloads were sealed in first. */
export interface GcmKey {
  readonly cipher: Uint8Array;
  readonly nonce: HmacKey;
}

/** First byte of what is sealed so. */
export const gcmFormat = 1;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const overheadBytes = 1 + nonceBytes + tagBytes;

export const gcmKey = (nonce: Uint8Array, cipher: Uint8Array): GcmKey => ({ cipher, nonce: hmacKey(nonce) });

/**
 * Base64 of the format byte (1), the nonce (12), AES-256-GCM of `plain`, and the tag (16). The nonce is the head of an
 * HMAC-SHA-256 over `where` and `plain`, and `where` is authenticated. Nothing is sealed so any more but to see whether it was.
 */
export const sealGcm = (key: GcmKey, where: string, plain: string): string => {
  const [place, text] = [Buffer.from(where), Buffer.from(plain)];
  const nonce = hmac(key.nonce, place, text).subarray(0, nonceBytes);
  const cipher = createCipheriv(algorithm, key.cipher, nonce).setAAD(place);
  const sealed = cipher.update(text);
  cipher.final();
  return Buffer.concat([Buffer.of(gcmFormat), nonce, sealed, cipher.getAuthTag()]).toString('base64');
};

/** Null: it was not sealed with this key for this place. */
export const openGcm = (key: GcmKey, where: string, bytes: Buffer): string | null => {
  if (bytes.length < overheadBytes) return null;
  const decipher = createDecipheriv(algorithm, key.cipher, bytes.subarray(1, 1 + nonceBytes))
    .setAAD(Buffer.from(where))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    const plain = decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes), undefined, 'utf8');
    return plain + decipher.final('utf8');
  } catch {
    return null;
  }
};
