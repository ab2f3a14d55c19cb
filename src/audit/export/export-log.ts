import { createHash } from 'node:crypto';
import { type EventLog, type LogEvent, Position } from '@mcp-witness/event-log';
import { isErased } from '../../log/erased.ts';
import { openEvents } from '../../log/sealing/sealed-log.ts';
import { type SessionKeys } from '../../log/sealing/session-keys.ts';
import { type Block } from '../blocks/block.ts';
import { type BlockStore } from '../blocks/block-store.ts';
import { merkleProof } from '../blocks/merkle.ts';
import { type Signer } from '../blocks/signing-key.ts';
import { type BlockLine, type EventLine, exportFormat, type ExportLine, trailerText } from './lines.ts';

export interface ExportLog {
  readonly tenant_id: string;
  readonly stored: Pick<EventLog, 'readAll'>;
  readonly blocks: Pick<BlockStore, 'after' | 'keys' | 'last'>;
  readonly keys: Pick<SessionKeys, 'byIds'>;
  readonly signer: Signer;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const eventLine = (event: LogEvent, leaf: number): EventLine => ({
  kind: 'event',
  position: event.position,
  leaf,
  stream: event.stream,
  stream_position: event.stream_position,
  recorded_at: event.recorded_at,
  append_id: event.append_id,
  id: event.id,
  type: event.type,
  schema_version: event.schema_version,
  key_id: event.key_id,
  data: isErased(event) ? null : event.data,
  meta: event.meta,
  digest: hex(event.digest),
  hash: hex(event.hash),
});

const blockLine = (block: Block, own: number, proof: readonly Uint8Array[]): BlockLine => ({
  kind: 'block',
  number: block.number,
  first_position: block.first_position,
  last_position: block.last_position,
  events: block.events,
  own,
  root: hex(block.root),
  previous: hex(block.previous),
  sealed_at: block.sealed_at,
  hash: hex(block.hash),
  key_id: block.key_id,
  signature: base64(block.signature),
  proof: proof.map(hex),
});

interface Counts {
  events: number;
  erased: number;
  blocks: number;
  head: string | null;
}

async function* linesOfBlock(
  { tenant_id, stored, keys }: ExportLog,
  block: Block,
  { after, given }: { readonly after: Position; readonly given: Set<string> },
): AsyncGenerator<ExportLine> {
  const read = await stored.readAll({ after, limit: block.events });
  const isOwn = (event: LogEvent | undefined): boolean => event?.tenant_id === tenant_id;
  const own = read.flatMap((event, leaf) => (isOwn(event) ? [{ event, leaf }] : []));
  const known = await keys.byIds(new Set(own.flatMap(({ event }) => event.key_id ?? [])));
  const opened = await openEvents(
    { byIds: () => Promise.resolve(known) },
    own.map(({ event }) => event),
  );
  for (const [index, event] of opened.entries()) {
    const key = event.key_id === null ? undefined : known.get(event.key_id);
    if (key !== undefined && !given.has(key.key_id)) {
      given.add(key.key_id);
      yield { kind: 'key', key_id: key.key_id, secret: base64(key.secret) };
    }
    yield eventLine(event, own[index]?.leaf ?? 0);
  }
  const leaves = read.map(({ hash }) => hash);
  yield blockLine(
    block,
    own.length,
    merkleProof(leaves, (index) => isOwn(read[index])),
  );
}

/** Every block that is there when it is asked for, with the position that it begins after. */
async function* blocksOf({ blocks }: ExportLog): AsyncGenerator<{ block: Block; after: Position }> {
  const last = (await blocks.last())?.number ?? 0;
  let after = Position.start;
  for (let number = 0; number < last;) {
    const list = await blocks.after(after, 50);
    if (list.length === 0) return;
    for (const block of list.filter((one) => one.number <= last)) {
      yield { block, after };
      ({ number, last_position: after } = block);
    }
  }
}

async function* body(options: ExportLog): AsyncGenerator<ExportLine> {
  const given = new Set<string>();
  for await (const { block, after } of blocksOf(options))
    yield* linesOfBlock(options, block, { after, given });
}

const count = (counts: Counts, line: ExportLine): void => {
  if (line.kind === 'event') {
    counts.events += 1;
    if (line.data === null) counts.erased += 1;
  }
  if (line.kind === 'block') {
    counts.blocks += 1;
    counts.head = line.hash;
  }
};

/**
 * All events of one tenant that signed blocks stand for, as lines of NDJSON with what is needed to check them without the
 * service: keys, blocks with proofs over the events of others, and a signed end. Holds one block in memory at a time.
 */
export async function* exportLog(options: ExportLog): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const write = (line: ExportLine): string => {
    const text = `${JSON.stringify(line)}\n`;
    digest.update(text);
    return text;
  };
  const counts: Counts = { events: 0, erased: 0, blocks: 0, head: null };
  const publicKeys = [...(await options.blocks.keys())];
  yield write({
    kind: 'header',
    format: exportFormat,
    version: 1,
    tenant_id: options.tenant_id,
    exported_at: new Date().toISOString(),
    public_keys: publicKeys.map(([key_id, key]) => ({ key_id, public_key: base64(key) })),
  });
  for await (const line of body(options)) {
    count(counts, line);
    yield write(line);
  }
  const end = { ...counts, lines_digest: digest.digest('hex') };
  const signature = base64(options.signer.sign(trailerText(end)));
  const trailer: ExportLine = { kind: 'trailer', ...end, key_id: options.signer.key_id, signature };
  yield `${JSON.stringify(trailer)}\n`;
}
