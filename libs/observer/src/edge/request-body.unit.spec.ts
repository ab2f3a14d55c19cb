import { describe, expect, it } from '@jest/globals';
import { LONGEST_BODY, readBody } from './request-body.ts';

const MEGABYTE = 1024 * 1024;

describe('a body that is read beside its handler', () => {
  it('is its JSON', async () => {
    expect(await readBody(new Response('{"a":["é"]}').body!)).toEqual({ a: ['é'] });
  });

  it('is nothing where it is no JSON, or breaks off', async () => {
    expect(await readBody(new Response('{"a"').body!)).toBeUndefined();
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('gone'));
      },
    });
    expect(await readBody(broken)).toBeUndefined();
  });

  it('is given up where it is too long', async () => {
    let made = 0;
    let isCancelled = false;
    const long = new ReadableStream<Uint8Array>({
      pull(controller) {
        made += MEGABYTE;
        controller.enqueue(new Uint8Array(MEGABYTE).fill(0x20));
        if (made > 3 * LONGEST_BODY) controller.close();
      },
      cancel() {
        isCancelled = true;
      },
    });
    expect(await readBody(long)).toBeUndefined();
    expect(isCancelled).toBe(true);
    expect(made).toBeLessThan(LONGEST_BODY + 3 * MEGABYTE);
  });
});
