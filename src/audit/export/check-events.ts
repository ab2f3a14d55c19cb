import { chainHash, chainStart, dataDigest, Position } from '@mcp-witness/event-log';
import { sealings, type SealingKey, sealingKey, secretBytes } from '../../log/sealing/cipher.ts';
import { type ExportFaultCode } from './export-fault.ts';
import { type EventLine, type KeyLine } from './lines.ts';

type Find = (code: ExportFaultCode, what: string) => void;

/** Checks events of an export one after the other, in the order of the file. */
export interface EventCheck {
  key(line: KeyLine, find: Find): void;
  event(line: EventLine, find: Find): void;
  /** Once no more events follow. */
  end(find: Find): void;
}

interface End {
  readonly length: number;
  readonly hash: Uint8Array | null;
}

const bytes = (text: string): Buffer => Buffer.from(text, 'hex');

const positionOf = (text: string): Position => Position.parse(text) ?? Position.start;

/** The texts of which the log stores one for an event; null where none can be told. */
const storedTexts = (
  line: EventLine,
  tenantId: string,
  keys: ReadonlyMap<string, SealingKey>,
): readonly (() => string)[] | null => {
  const { stream, id, type, data, meta, key_id } = line;
  if (data === null) return null;
  if (key_id === null) return [() => data];
  const key = keys.get(key_id);
  return key === undefined ? null : sealings(key, { tenant_id: tenantId, stream, id, type }, { data, meta });
};

const hashOf = (line: EventLine, tenantId: string, previous: Uint8Array): Uint8Array =>
  chainHash(previous, {
    ...line,
    tenant_id: tenantId,
    position: positionOf(line.position),
    // Sealed together with the data.
    meta: line.key_id === null ? line.meta : null,
    digest: bytes(line.digest),
  });

export const createEventCheck = (tenantId: string): EventCheck => {
  const keys = new Map<string, SealingKey>();
  const ends = new Map<string, End>();
  const skipped = new Set<string>();
  let last = Position.start;

  const checkContent = (line: EventLine, find: Find): void => {
    const texts = storedTexts(line, tenantId, keys);
    if (texts === null) {
      if (line.data !== null) find('missing', `the key of the event at ${line.position}`);
      return;
    }
    const digest = bytes(line.digest);
    if (!texts.some((text) => digest.equals(dataDigest(text()))))
      find('changed', `the content of the event at ${line.position}`);
  };
  /** An event that its stream has gone past: one that was left out before, or one that is there again. */
  const checkPassed = (line: EventLine, find: Find): void => {
    if (skipped.delete(`${line.stream_position} ${line.stream}`))
      find('reordered', `the event at ${line.position}`);
    else find('duplicated', `the event at ${line.position}`);
  };
  const checkChain = (line: EventLine, find: Find): void => {
    const end = ends.get(line.stream) ?? { length: 0, hash: chainStart };
    if (line.stream_position < end.length) {
      checkPassed(line, find);
      return;
    }
    for (let place = end.length; place < line.stream_position && place < end.length + 10_000; place += 1)
      skipped.add(`${place} ${line.stream}`);
    const previous = line.stream_position === end.length ? end.hash : null;
    if (previous !== null && !bytes(line.hash).equals(hashOf(line, tenantId, previous)))
      find('changed', `the event at ${line.position}`);
    ends.set(line.stream, { length: line.stream_position + 1, hash: bytes(line.hash) });
    if (Position.compare(positionOf(line.position), last) <= 0)
      find('reordered', `the event at ${line.position}`);
  };

  return {
    key: ({ key_id, secret }, find) => {
      const value = Buffer.from(secret, 'base64');
      if (value.length === secretBytes && !keys.has(key_id)) keys.set(key_id, sealingKey(key_id, value));
      else find('changed', 'a key of a session');
    },
    event: (line, find) => {
      checkChain(line, find);
      checkContent(line, find);
      const position = positionOf(line.position);
      if (Position.compare(position, last) > 0) last = position;
    },
    end: (find) => {
      if (skipped.size > 0) find('missing', `${skipped.size} events inside their streams`);
    },
  };
};
