import { type Append, type NewEvent } from '../port.ts';

/** What one append may hold; `bytes` are UTF-8. */
export const limits = {
  events: 1_000,
  bytes: 8 * 1024 * 1024,
  dataBytes: 1024 * 1024,
  metaBytes: 64 * 1024,
  streamBytes: 512,
  nameBytes: 200,
  schemaVersion: 32_767,
} as const;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Whether a stream or tenant may be called so; an encoder would turn a lone surrogate into another name. */
export const canBeName = (text: string): boolean => text !== '' && isStorable(text);

/** Bytes of an append that can be stored, or why it never can. */
export function weigh(append: Append): { readonly bytes: number } | { readonly refusal: string } {
  if (!uuid.test(append.append_id)) return { refusal: 'append_id is no UUID' };
  const refusal =
    badName('tenant_id', append.tenant_id, limits.nameBytes) ??
    badName('stream', append.stream, limits.streamBytes);
  if (refusal !== null) return { refusal };
  const { expected, events } = append;
  if (expected !== 'any' && !isCount(expected))
    return { refusal: 'expected is neither a count of events nor "any"' };
  if (events.length === 0) return { refusal: 'it holds no events' };
  if (events.length > limits.events) return { refusal: `it holds more than ${limits.events} events` };
  let bytes = Buffer.byteLength(append.stream);
  for (const [index, event] of events.entries()) {
    const bad = badEvent(event);
    if (bad !== null) return { refusal: `event ${index}: ${bad}` };
    bytes += Buffer.byteLength(event.data) + Buffer.byteLength(event.meta ?? '');
  }
  return bytes > limits.bytes ? { refusal: `it is larger than ${limits.bytes} bytes` } : { bytes };
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function badEvent(event: NewEvent): string | null {
  if (!isCount(event.schema_version) || event.schema_version > limits.schemaVersion) {
    return `schema_version is not from 0 to ${limits.schemaVersion}`;
  }
  return (
    badName('id', event.id, limits.nameBytes) ??
    badName('type', event.type, limits.nameBytes) ??
    (event.key_id === null ? null : badName('key_id', event.key_id, limits.nameBytes)) ??
    badText('data', event.data, limits.dataBytes) ??
    (event.meta === null ? null : badText('meta', event.meta, limits.metaBytes))
  );
}

function badText(name: string, text: string, maximum: number): string | null {
  if (!isStorable(text)) return `${name} holds a NUL or a lone surrogate`;
  return Buffer.byteLength(text) > maximum ? `${name} is longer than ${maximum} bytes` : null;
}

const badName = (name: string, text: string, maximum: number): string | null =>
  text === '' ? `${name} is empty` : badText(name, text, maximum);
