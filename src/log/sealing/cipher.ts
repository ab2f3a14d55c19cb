import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { type NewEvent } from '@mcp-witness/event-log';
import { type HmacKey, hmac, hmacKey } from './hmac.ts';

/** What the events of one session are sealed with. */
export interface SealingKey {
  readonly key_id: string;
  /** The secret that the two others follow from. */
  readonly secret: Uint8Array;
  readonly cipher: Uint8Array;
  readonly nonce: HmacKey;
}

/** Bytes of a secret. */
export const secretBytes = 32;

const algorithm = 'aes-256-gcm';
const format = 1;
const nonceBytes = 12;
const tagBytes = 16;
const overheadBytes = 1 + nonceBytes + tagBytes;

const derive = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `witness ${purpose}`, secretBytes));

export const sealingKey = (key_id: string, secret: Uint8Array): SealingKey => ({
  key_id,
  secret,
  cipher: derive(secret, 'cipher'),
  nonce: hmacKey(derive(secret, 'nonce')),
});

/** Where an event stands; a sealed payload can be opened nowhere else. */
export interface Place extends Pick<NewEvent, 'id' | 'type'> {
  readonly tenant_id: string;
  readonly stream: string;
}

export interface Payload {
  readonly data: string;
  readonly meta: string | null;
}

const placeBytes = ({ tenant_id, stream, id, type }: Place): Buffer =>
  Buffer.from(JSON.stringify([tenant_id, stream, id, type]));

const plainText = ({ data, meta }: Payload): string =>
  meta === null ? `-\n${data}` : `${meta.length}\n${meta}${data}`;

const payloadOf = (plain: string): Payload => {
  const end = plain.indexOf('\n');
  const length = plain.slice(0, end);
  if (length === '-') return { data: plain.slice(end + 1), meta: null };
  const middle = end + 1 + Number(length);
  return { meta: plain.slice(end + 1, middle), data: plain.slice(middle) };
};

/**
 * Data and meta of an event as one text: base64 of a format byte (1), the nonce (12), AES-256-GCM of
 * `<characters of meta>\n<meta><data>` (`-` for no meta), and the tag (16). The nonce is the head of an HMAC-SHA-256 over
 * place and content, so that the same event under the same key is the same text, and an append can be recognised when it
 * is repeated. The place is authenticated with it.
 */
export const seal = (key: SealingKey, place: Place, payload: Payload): string => {
  const where = placeBytes(place);
  const plain = Buffer.from(plainText(payload));
  const nonce = hmac(key.nonce, where, plain).subarray(0, nonceBytes);
  const cipher = createCipheriv(algorithm, key.cipher, nonce).setAAD(where);
  const sealed = cipher.update(plain);
  cipher.final();
  return Buffer.concat([Buffer.of(format), nonce, sealed, cipher.getAuthTag()]).toString('base64');
};

/** Null: it was not sealed with this key at this place. */
export const open = (key: SealingKey, place: Place, text: string): Payload | null => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < overheadBytes || bytes[0] !== format) return null;
  const nonce = bytes.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv(algorithm, key.cipher, nonce)
    .setAAD(placeBytes(place))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    const plain = decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes), undefined, 'utf8');
    return payloadOf(plain + decipher.final('utf8'));
  } catch {
    return null;
  }
};

/** Bytes of data and meta together that fit into `sealedBytes` once they are sealed. */
export const sealable = (sealedBytes: number): number => Math.floor(sealedBytes / 4) * 3 - overheadBytes - 8;
