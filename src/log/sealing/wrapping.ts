import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Keeps secrets of sessions encrypted where they lie. */
export interface Wrapping {
  /** Names the key that wraps, and tells nothing of it; null where secrets lie as they are. */
  readonly wrapped_by: string | null;
  wrap(keyId: string, secret: Uint8Array): Buffer;
  /** `wrappedBy` names the key that wrapped it. Throws when that is not known here, or it was wrapped for another `keyId`. */
  unwrap(keyId: string, wrapped: Buffer, wrappedBy: string | null): Buffer;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Where no key is set. */
export const bare: Wrapping = {
  wrapped_by: null,
  wrap: (_keyId, secret) => Buffer.from(secret),
  unwrap: (_keyId, wrapped) => wrapped,
};

/** AES-256-GCM under `key` (32 bytes): nonce, ciphertext, tag. The secret's own id is authenticated with it. */
export const wrapping = (key: Uint8Array): Wrapping => ({
  wrapped_by: createHash('sha256')
    .update('witness key encryption key')
    .update(key)
    .digest('hex')
    .slice(0, 16),
  wrap: (keyId, secret) => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(keyId));
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  },
  unwrap: (keyId, wrapped) => {
    const decipher = createDecipheriv(algorithm, key, wrapped.subarray(0, nonceBytes))
      .setAAD(Buffer.from(keyId))
      .setAuthTag(wrapped.subarray(-tagBytes));
    return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  },
});

/** Wraps as `current` does, and unwraps also what `former` wrapped. What was not wrapped stays as it is. */
export const wrappingOf = (current: Uint8Array | null, former: Uint8Array | null): Wrapping => {
  const own = current === null ? bare : wrapping(current);
  const other = former === null ? null : wrapping(former);
  return {
    ...own,
    unwrap: (keyId, wrapped, wrappedBy) => {
      if (wrappedBy === null) return wrapped;
      const by = wrappedBy === other?.wrapped_by ? other : own;
      return by.unwrap(keyId, wrapped, wrappedBy);
    },
  };
};
