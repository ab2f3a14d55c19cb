import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Problem } from '../http/problem.ts';
import type { TestProgress } from './read-answers.ts';
import { testLines } from './test-lines.ts';

const begun: TestProgress = { stage: 'start', elapsed_ms: 0, budget_ms: 20_000, may_download: false };

const read = async (lines: NodeJS.ReadableStream): Promise<unknown[]> =>
  (await text(lines))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('the lines of a test', () => {
  it('tell a fault of ours to the service too when only a line could tell it to the caller', async () => {
    const cause = new Error('hunter2');
    const faults: unknown[] = [];
    const lines = await testLines(
      async (onProgress) => {
        onProgress(begun);
        await turn();
        throw cause;
      },
      (fault) => faults.push(fault),
    );
    const told = await read(lines);
    expect(told).toEqual([{ progress: begun }, { problem: expect.objectContaining({ code: 'internal' }) }]);
    expect(JSON.stringify(told)).not.toContain('hunter2');
    expect(faults).toEqual([cause]);
  });

  it('tell it nothing of what is no fault of ours, or is told by the answer itself', async () => {
    const faults: unknown[] = [];
    const lines = await testLines(
      async (onProgress) => {
        onProgress(begun);
        await turn();
        throw new Problem('not_found');
      },
      (fault) => faults.push(fault),
    );
    expect((await read(lines)).at(-1)).toMatchObject({ problem: { code: 'not_found' } });
    const failing = testLines(
      () => Promise.reject(new Error('at once')),
      (fault) => faults.push(fault),
    );
    await expect(failing).rejects.toMatchObject({ code: 'internal' });
    expect(faults).toEqual([]);
  });

  it('gather no progress for a reader that does not read, and keep the end for it', async () => {
    let end: (result: object) => void = () => undefined;
    const lines = await testLines(
      (onProgress) => {
        for (let n = 0; n < 100_000; n += 1) onProgress({ ...begun, elapsed_ms: n });
        return new Promise((resolve) => (end = resolve));
      },
      () => undefined,
    );
    await turn();
    expect(lines.readableLength).toBeLessThan(64 * 1024);
    end({ succeeded: true });
    const told = await read(lines);
    expect(told.length).toBeLessThan(1_000);
    expect([told[0], told.at(-1)]).toEqual([{ progress: begun }, { result: { succeeded: true } }]);
  });
});
