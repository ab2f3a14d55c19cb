import type { Readable, Writable } from 'node:stream';
import type { Asides } from './asides.ts';
import type { Outgoing } from './attach.ts';
import type { Attachments } from './attachments.ts';
import type { LongLines } from './long-lines.ts';
import { eachNoise } from './noise.ts';
import { type LineSplitter, type Piece, splitLines } from './lines.ts';
import { type Open, writeTo } from './write-to.ts';

/** A line of the agent that is longer passes by unread. */
const readableLine = 16 * 1024 * 1024;

const newline = 0x0a;

/** Whole lines, which need not be taken apart. */
const areWhole = (chunk: Buffer, { atStart }: LineSplitter): boolean => atStart && chunk.at(-1) === newline;

interface HostLines {
  readonly attachments: Attachments;
  readonly long: LongLines;
}

function plan({ whole, bytes }: Piece, { attachments, long }: HostLines): Outgoing | Promise<Outgoing> {
  if (whole) return attachments.request(bytes);
  return { bytes: long.piece(bytes) ? bytes : Buffer.alloc(0), written: null };
}

interface Held {
  readonly before: readonly Buffer[];
  /** Has to be waited for, or to be told of once it is written. */
  readonly one: Outgoing | Promise<Outgoing>;
  readonly behind: readonly Piece[];
}

async function forwardSlowly({ before, one, behind }: Held, to: Writable, host: HostLines): Promise<boolean> {
  if (!(await writeTo(to, before))) return false;
  const { bytes, written } = await one;
  if (!(await writeTo(to, [bytes]))) return false;
  written?.();
  return forward(behind, to, host);
}

function forward(pieces: readonly Piece[], to: Writable, host: HostLines): Open | Promise<boolean> {
  const ready: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    const one = plan(piece, host);
    if (one instanceof Promise || one.written !== null)
      return forwardSlowly({ before: ready, one, behind: pieces.slice(index + 1) }, to, host);
    ready.push(one.bytes);
  }
  return writeTo(to, ready);
}

/**
 * Takes each chunk, and holds the stream back while the step is under way. Resolves after the last step at the end of the
 * stream, which may show before it, or when it breaks; false from a step ends it.
 */
function eachChunk(from: Readable, step: (chunk: Buffer) => Open | Promise<boolean>): Promise<void> {
  return new Promise((resolve) => {
    let underWay = Promise.resolve();
    const finish = (): void => void underWay.then(resolve);
    const go = (open: boolean): void => {
      if (open) from.resume();
      else from.destroy();
    };
    from.on('data', (chunk: Buffer) => {
      const open = step(chunk);
      if (open === true) return;
      from.pause();
      if (open === false) from.destroy();
      else underWay = open.then(go, () => void from.destroy());
    });
    from.once('end', finish).once('error', finish).once('close', finish);
    if (from.destroyed) finish();
  });
}

/** Host to agent. Ends the agent's input when the host's ends, or when the agent takes no more. */
export async function pumpRequests(from: Readable, to: Writable, host: HostLines): Promise<void> {
  const lines = splitLines(host.long.readable);
  await eachChunk(from, (chunk) => {
    const isPlain = areWhole(chunk, lines) && !host.attachments.readsRequests(chunk);
    return isPlain ? writeTo(to, [chunk]) : forward(lines.push(chunk), to, host);
  });
  try {
    if (from.readableEnded) await forward(lines.end(), to, host);
  } finally {
    to.end();
  }
}

/** How much went from agent to host so far. */
export interface Passed {
  bytes: number;
}

interface AgentLines {
  readonly attachments: Attachments;
  readonly asides: Asides;
  /** Told lines that are no protocol. */
  readonly noise: (line: Buffer) => void;
}

/** Agent to host: every chunk goes on as it came, and is read on the side. */
export async function pumpAnswers(
  from: Readable,
  to: Writable,
  host: AgentLines,
  passed: Passed,
): Promise<void> {
  const { attachments, asides, noise } = host;
  const lines = splitLines(readableLine);
  const read = (pieces: readonly Piece[]): void => {
    for (const { whole, bytes } of pieces) {
      if (!whole) {
        attachments.unread(bytes);
        continue;
      }
      eachNoise(bytes, noise);
      attachments.answer(bytes);
    }
  };
  await eachChunk(from, (chunk) => {
    const open = writeTo(to, asides.around(chunk));
    passed.bytes += chunk.length;
    if (!areWhole(chunk, lines) || attachments.readsAnswers(chunk)) read(lines.push(chunk));
    else eachNoise(chunk, noise);
    return open;
  });
  if (from.readableEnded) read(lines.end());
}
