import { hkdfSync } from 'node:crypto';
import { type NewEvent } from '@mcp-witness/event-log';
import { gcmFormat, type GcmKey, gcmKey, openGcm, sealGcm } from './gcm.ts';
import { openSiv, sealSiv, sivFormat, type SivKey, sivKey, sivOverheadBytes } from './siv.ts';

/** What the events of one session are sealed with. */
export interface SealingKey {
  readonly key_id: string;
  /** The secret that the others follow from. */
  readonly secret: Uint8Array;
  readonly siv: SivKey;
  /** For what was sealed in the first format. */
  gcm(): GcmKey;
}

/** Bytes of a secret. */
export const secretBytes = 32;

const derive = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `witness ${purpose}`, secretBytes));

export const sealingKey = (key_id: string, secret: Uint8Array): SealingKey => {
  let gcm: GcmKey | null = null;
  return {
    key_id,
    secret,
    siv: sivKey(derive(secret, 'siv mac'), derive(secret, 'siv cipher')),
    gcm: () => (gcm ??= gcmKey(derive(secret, 'nonce'), derive(secret, 'cipher'))),
  };
};

/** Where an event stands; a sealed payload can be opened nowhere else. */
export interface Place extends Pick<NewEvent, 'id' | 'type'> {
  readonly tenant_id: string;
  readonly stream: string;
}

export interface Payload {
  readonly data: string;
  readonly meta: string | null;
}

const whereOf = ({ tenant_id, stream, id, type }: Place): string =>
  JSON.stringify([tenant_id, stream, id, type]);

/** `<characters of meta>\n<meta><data>`, with `-` for no meta. */
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
 * Data and meta of an event as one text, as `siv.ts` says. The same event under the same key is the same text, so that an
 * append can be recognised when it is repeated; the place is authenticated with it.
 */
export const seal = (key: SealingKey, place: Place, payload: Payload): string =>
  sealSiv(key.siv, whereOf(place), plainText(payload));

/** The same in each format that was ever written, the newest first. */
export const sealings = (key: SealingKey, place: Place, payload: Payload): readonly (() => string)[] => [
  () => seal(key, place, payload),
  () => sealGcm(key.gcm(), whereOf(place), plainText(payload)),
];

const openPlain = (key: SealingKey, place: Place, bytes: Buffer): string | null => {
  if (bytes[0] === sivFormat) return openSiv(key.siv, whereOf(place), bytes);
  return bytes[0] === gcmFormat ? openGcm(key.gcm(), whereOf(place), bytes) : null;
};

/** Null: it was not sealed with this key at this place. */
export const open = (key: SealingKey, place: Place, text: string): Payload | null => {
  const plain = openPlain(key, place, Buffer.from(text, 'base64'));
  return plain === null ? null : payloadOf(plain);
};

/** Bytes of data and meta together that fit into `sealedBytes` once they are sealed. */
export const sealable = (sealedBytes: number): number =>
  Math.floor(sealedBytes / 4) * 3 - sivOverheadBytes - 8;
