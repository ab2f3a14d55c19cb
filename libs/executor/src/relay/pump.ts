import type { Readable, Writable } from 'node:stream';
import type { Asides } from './asides.ts';
import type { Outgoing } from './attach.ts';
import type { Attachments } from './attachments.ts';
import type { LongLines } from './long-lines.ts';
import { type Piece, splitLines } from './lines.ts';

/** A line of the agent that is longer passes by unread. */
const readableLine = 16 * 1024 * 1024;

/** Resolves when the stream takes more; false when it never will. */
function room(stream: Writable): Promise<boolean> {
  return new Promise((settle) => {
    const finish = (open: boolean) => (): void => {
      stream.off('drain', onDrain).off('close', onClose).off('error', onClose);
      settle(open);
    };
    const onDrain = finish(true);
    const onClose = finish(false);
    stream.on('drain', onDrain).on('close', onClose).on('error', onClose);
    if (stream.destroyed) onClose();
  });
}

/** Writes and waits until the stream takes more; false when it takes no more at all. */
async function writeTo(stream: Writable, bytes: readonly Buffer[]): Promise<boolean> {
  if (stream.destroyed || stream.writableEnded) return false;
  stream.cork();
  let open = true;
  for (const one of bytes) open = stream.write(one);
  stream.uncork();
  return open ? true : room(stream);
}

interface HostLines {
  readonly attachments: Attachments;
  readonly long: LongLines;
}

function plan({ whole, bytes }: Piece, { attachments, long }: HostLines): Outgoing | Promise<Outgoing> {
  if (whole) return attachments.request(bytes);
  return { bytes: long.piece(bytes) ? bytes : Buffer.alloc(0), written: null };
}

async function forward(pieces: readonly Piece[], to: Writable, host: HostLines): Promise<boolean> {
  let ready: Buffer[] = [];
  for (const piece of pieces) {
    let outgoing = plan(piece, host);
    if (outgoing instanceof Promise) {
      if (ready.length > 0 && !(await writeTo(to, ready))) return false;
      ready = [];
      outgoing = await outgoing;
    }
    ready.push(outgoing.bytes);
    if (outgoing.written === null) continue;
    if (!(await writeTo(to, ready))) return false;
    ready = [];
    outgoing.written();
  }
  return ready.length === 0 || writeTo(to, ready);
}

/** Host to agent. Ends the agent's input when the host's ends, or when the agent takes no more. */
export async function pumpRequests(from: Readable, to: Writable, host: HostLines): Promise<void> {
  const lines = splitLines(host.long.readable);
  try {
    for await (const chunk of from) {
      if (!(await forward(lines.push(chunk as Buffer), to, host))) return;
    }
    await forward(lines.end(), to, host);
  } catch {
    return;
  } finally {
    to.end();
  }
}

/** How much went from agent to host so far. */
export interface Passed {
  bytes: number;
}

/** Agent to host: every chunk goes on as it came, and is read on the side. */
export async function pumpAnswers(
  from: Readable,
  to: Writable,
  host: { readonly attachments: Attachments; readonly asides: Asides },
  passed: Passed,
): Promise<void> {
  const { attachments, asides } = host;
  const lines = splitLines(readableLine);
  const read = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) if (piece.whole) attachments.answer(piece.bytes);
  };
  try {
    for await (const chunk of from) {
      const open = writeTo(to, asides.around(chunk as Buffer));
      passed.bytes += (chunk as Buffer).length;
      read(lines.push(chunk as Buffer));
      if (!(await open)) {
        from.destroy();
        return;
      }
    }
    read(lines.end());
  } catch {
    return;
  }
}
