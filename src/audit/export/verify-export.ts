import { createHash, type Hash } from 'node:crypto';
import { keyIdOf, verifySignature } from '../blocks/signing-key.ts';
import { type BlockCheck, createBlockCheck } from './check-blocks.ts';
import { createEventCheck, type EventCheck } from './check-events.ts';
import { type ExportFault, type ExportFaultCode } from './export-fault.ts';
import { exportFormat, type ExportLine, type HeaderLine, trailerText, type TrailerLine } from './lines.ts';
import { readLine } from './read-line.ts';

export interface VerifiedExport {
  readonly ok: boolean;
  readonly tenant_id: string | null;
  readonly events: number;
  /** Events without a payload: erased before the export. */
  readonly erased: number;
  readonly blocks: number;
  /** Hash of the last block, to compare with one that was kept elsewhere. */
  readonly head: string | null;
  /** Keys that the file names as its own; trusted as such only when none was given. */
  readonly key_ids: readonly string[];
  /** The first 100. */
  readonly faults: readonly ExportFault[];
}

export interface VerifyExport {
  /** The public keys that may have signed, SubjectPublicKeyInfo in DER. Without any the keys of the header are believed. */
  readonly publicKeys?: readonly Uint8Array[] | undefined;
  readonly onProgress?: ((events: number) => void) | undefined;
}

interface State {
  readonly header: HeaderLine;
  readonly trusted: ReadonlyMap<string, Uint8Array>;
  readonly events: EventCheck;
  readonly blocks: BlockCheck;
  count: number;
  erased: number;
  trailer: TrailerLine | null;
}

type Find = (code: ExportFaultCode, what: string) => void;

const mostFaults = 100;
/** More than the largest event that the log takes, written as JSON. */
const longestLine = 16 * 1024 * 1024;
const progressEvery = 10_000;

/** Lines with their ends, from bytes that were cut anywhere. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let start = 0;
    const whole = Buffer.concat([rest, chunk]);
    for (let end = whole.indexOf(10); end >= 0; end = whole.indexOf(10, start)) {
      yield whole.subarray(start, end + 1);
      start = end + 1;
    }
    rest = whole.subarray(start);
    if (rest.length > longestLine) break;
  }
  if (rest.length > 0) yield rest;
}

const keysOf = ({ public_keys }: HeaderLine): ReadonlyMap<string, Uint8Array> =>
  new Map(
    public_keys.map(({ public_key }) => {
      const key = Buffer.from(public_key, 'base64');
      return [keyIdOf(key), key];
    }),
  );

const begin = (line: ExportLine | null, publicKeys: readonly Uint8Array[]): State | null => {
  if (line?.kind !== 'header' || line.format !== exportFormat || line.version !== 1) return null;
  const isWellFormed = line.public_keys.every((key) => typeof key.public_key === 'string');
  if (!isWellFormed) return null;
  const given = publicKeys.map((key) => [keyIdOf(key), key] as const);
  const trusted = given.length === 0 ? keysOf(line) : new Map(given);
  return {
    header: line,
    trusted,
    events: createEventCheck(line.tenant_id),
    blocks: createBlockCheck(trusted),
    count: 0,
    erased: 0,
    trailer: null,
  };
};

const checkTrailer = (state: State, trailer: TrailerLine, digest: string, find: Find): void => {
  const key = state.trusted.get(trailer.key_id);
  if (key === undefined) find('foreign_key', 'the end');
  else if (!verifySignature(key, trailerText(trailer), Buffer.from(trailer.signature, 'base64')))
    find('bad_signature', 'the end');
  if (trailer.lines_digest !== digest) find('changed', 'the file as a whole');
  const { count, erased, blocks } = state;
  if (trailer.events > count || trailer.blocks > blocks.count)
    find('missing', 'events or blocks that the end counts');
  if (trailer.events === count && trailer.erased !== erased) find('changed', 'the count of erased events');
  if (trailer.head !== blocks.head) find('changed', 'the last block');
};

const take = (state: State, line: ExportLine | null, find: Find, digest: () => string): void => {
  if (state.trailer !== null) {
    find('trailing', 'a line after the end');
    return;
  }
  switch (line?.kind) {
    case undefined:
      find('malformed', 'a line');
      return;
    case 'header':
      find('duplicated', 'the header');
      return;
    case 'key':
      state.events.key(line, find);
      return;
    case 'event':
      state.count += 1;
      if (line.data === null) state.erased += 1;
      state.events.event(line, find);
      state.blocks.event(line);
      return;
    case 'block':
      state.blocks.block(line, find);
      return;
    case 'trailer':
      state.trailer = line;
      checkTrailer(state, line, digest(), find);
  }
};

const finish = (state: State, find: Find): void => {
  if (state.trailer === null) find('cut', 'the end is missing');
  else if (state.blocks.open > 0) find('missing', 'the block of the last events');
  state.events.end(find);
};

const result = (state: State | null, faults: readonly ExportFault[]): VerifiedExport => ({
  ok: faults.length === 0,
  tenant_id: state?.header.tenant_id ?? null,
  events: state?.count ?? 0,
  erased: state?.erased ?? 0,
  blocks: state?.blocks.count ?? 0,
  head: state?.blocks.head ?? null,
  key_ids: state === null ? [] : [...keysOf(state.header).keys()],
  faults,
});

interface Reading {
  readonly digest: Hash;
  readonly faults: ExportFault[];
  number: number;
  state: State | null;
}

/** Takes one line, the first as the header. False: it is no export, and nothing more is read. */
const readOne = (reading: Reading, bytes: Buffer, options: VerifyExport): boolean => {
  const find: Find = (code, what) => {
    if (reading.faults.length < mostFaults) reading.faults.push({ code, line: reading.number, what });
  };
  const isWhole = bytes.at(-1) === 10;
  const line = isWhole ? readLine(bytes.toString('utf8')) : null;
  const { state, digest } = reading;
  if (state === null) {
    reading.state = begin(line, options.publicKeys ?? []);
    if (reading.state === null) find('not_an_export', 'the header');
  } else if (isWhole || state.trailer !== null) {
    take(state, line, find, () => digest.copy().digest('hex'));
    if (line?.kind === 'event' && state.count % progressEvery === 0) options.onProgress?.(state.count);
  }
  digest.update(bytes);
  return reading.state !== null;
};

/** Checks a file of an export without the service. Never rejects for what is in it. */
export const verifyExport = async (
  chunks: AsyncIterable<Uint8Array>,
  options: VerifyExport = {},
): Promise<VerifiedExport> => {
  const reading: Reading = { digest: createHash('sha256'), faults: [], number: 0, state: null };
  for await (const bytes of linesOf(chunks)) {
    reading.number += 1;
    if (!readOne(reading, bytes, options)) break;
  }
  const { state, faults, number } = reading;
  const find: Find = (code, what) => {
    if (faults.length < mostFaults) faults.push({ code, line: number, what });
  };
  if (state !== null) finish(state, find);
  else if (number === 0) find('not_an_export', 'an empty file');
  return result(state, faults);
};
