import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createAsides } from '../src/relay/asides.ts';
import type { Attachments } from '../src/relay/attachments.ts';
import { passLongLines } from '../src/relay/long-lines.ts';
import { pumpAnswers, pumpRequests } from '../src/relay/pump.ts';

const indifferent: Attachments = {
  readsRequests: () => true,
  readsAnswers: () => true,
  request: (line) => ({ bytes: line, written: null }),
  answer: () => undefined,
  unread: () => undefined,
  ended: () => undefined,
};

const host = (output: Writable = new PassThrough()) => ({
  attachments: indifferent,
  asides: createAsides(output),
  noise: () => undefined,
  long: passLongLines(() => undefined),
});

const mebibyte = Buffer.alloc(1024 * 1024, 0x61);

/** Endless input that counts what was taken of it. */
function endless(): { stream: Readable; taken: () => number } {
  let taken = 0;
  const stream = new Readable({
    highWaterMark: 1,
    read() {
      setImmediate(() => {
        taken += mebibyte.length;
        this.push(mebibyte);
      });
    },
  });
  return { stream, taken: () => taken };
}

/** Takes nothing until it is told to, and then all. */
function stalled(): { stream: Writable; got: () => number; go: () => void } {
  let got = 0;
  let resume: (() => void) | null = null;
  let going = false;
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      got += chunk.length;
      if (going) done();
      else resume = done;
    },
  });
  return {
    stream,
    got: () => got,
    go() {
      going = true;
      resume?.();
    },
  };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a side that reads slowly', () => {
  it.each(['host to agent', 'agent to host'])('holds the other side back (%s)', async (way) => {
    const input = endless();
    const output = stalled();
    const done =
      way === 'host to agent'
        ? pumpRequests(input.stream, output.stream, host())
        : pumpAnswers(input.stream, output.stream, host(output.stream), { bytes: 0 });
    await turns(200);
    expect(input.taken()).toBeLessThan(40 * mebibyte.length);
    output.go();
    await turns(200);
    expect(output.got()).toBeGreaterThan(40 * mebibyte.length);
    input.stream.destroy();
    await done;
  });

  it('that is gone ends the other', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const done = pumpAnswers(input, output, host(output), { bytes: 0 });
    output.destroy();
    input.write('anything\n');
    await done;
    expect(input.destroyed).toBe(true);
  });
});

describe('a line without an end', () => {
  it('passes in pieces, and only a bounded part of it is ever held', async () => {
    const input = endless();
    let got = 0;
    const output = new Writable({
      write(chunk: Buffer, _encoding, done) {
        got += chunk.length;
        done();
      },
    });
    const done = pumpRequests(input.stream, output, host());
    await turns(400);
    expect(got).toBeGreaterThan(100 * mebibyte.length);
    expect(input.taken() - got).toBeLessThan(20 * mebibyte.length);
    input.stream.destroy();
    await done;
  });
});
