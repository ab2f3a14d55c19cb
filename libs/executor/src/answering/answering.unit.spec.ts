import { describe, expect, it } from '@jest/globals';
import { createAnswering, type Given } from './answering.ts';
import type { AskedFor } from './frames.ts';

const asked = (id: string, kind = 'test'): AskedFor => ({ id, kind, deadline_ms: 60_000, data: {} });

const started = (): {
  readonly sent: unknown[];
  readonly answering: ReturnType<typeof createAnswering>;
  readonly runs: ((given: Given) => void)[];
  readonly signals: AbortSignal[];
  readonly tells: ((progress: object) => void)[];
} => {
  const sent: unknown[] = [];
  const runs: ((given: Given) => void)[] = [];
  const signals: AbortSignal[] = [];
  const tells: ((progress: object) => void)[] = [];
  const answering = createAnswering((text) => sent.push((JSON.parse(text) as { data: unknown }).data));
  answering.handle('test', (_data, { signal, tell }) => {
    signals.push(signal);
    tells.push(tell);
    return new Promise((resolve) => {
      runs.push(resolve);
      signal.addEventListener('abort', () => {
        resolve({ code: 'cancelled' });
      });
    });
  });
  return { sent, answering, runs, signals, tells };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what the service asks for', () => {
  it('is done once, however often it comes, and answered again over a connection that comes later', async () => {
    const { sent, answering, runs } = started();
    answering.take(asked('1'));
    answering.take(asked('1'));
    expect(runs).toHaveLength(1);
    runs[0]?.({ data: { n: 1 } });
    await turn();
    answering.take(asked('1'));
    expect(sent).toEqual([
      { id: '1', data: { n: 1 } },
      { id: '1', data: { n: 1 } },
    ]);
    expect(runs).toHaveLength(1);
  });

  it('tells how far it is, and over a connection that comes later how far it was last, until nobody waits', async () => {
    const { sent, answering, tells } = started();
    answering.take(asked('1'));
    tells[0]?.({ stage: 'a' });
    tells[0]?.({ stage: 'b' });
    answering.take(asked('1'));
    answering.cancel('1');
    tells[0]?.({ stage: 'c' });
    await turn();
    expect(sent).toEqual(['a', 'b', 'b'].map((stage) => ({ id: '1', data: { stage } })));
  });

  it('is given up without an answer when it is taken back', async () => {
    const { sent, answering, signals } = started();
    answering.take(asked('1'));
    answering.cancel('1');
    answering.cancel('never met');
    await turn();
    expect(signals[0]?.aborted).toBe(true);
    expect(sent).toEqual([]);
  });

  it('is four things at a time, of kinds that are known, and answers that fit', async () => {
    const { sent, answering, runs } = started();
    for (const id of ['1', '2', '3', '4', '5']) answering.take(asked(id));
    answering.take(asked('6', '__proto__'));
    expect(sent).toEqual([
      { id: '5', code: 'busy' },
      { id: '6', code: 'unknown_kind' },
    ]);
    runs[0]?.({ data: { text: 'x'.repeat(70_000) } });
    await turn();
    expect(sent.at(-1)).toEqual({ id: '1', code: 'too_large' });
    await answering.close();
    expect(sent).toHaveLength(3);
  });
});
