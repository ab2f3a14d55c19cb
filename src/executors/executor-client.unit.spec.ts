import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ExecutorClient, type ExecutorClientOptions } from './executor-client.ts';

const id = '0f9d1c1e-0000-4000-8000-000000000001';
const request = { id, kind: 'endpoint_test', data: '{}', seal_key: Buffer.alloc(0), deadline_ms: 1_000 };

interface Known {
  readonly client: ExecutorClient;
  /** What was passed on, in order. */
  readonly passed: readonly string[];
  readonly events: () => readonly string[];
  readonly progress: (text: string, of?: string) => void;
  readonly answer: (text: string) => void;
}

/** A connection whose executor said who it is. */
const connect = async (over: Partial<ExecutorClientOptions> = {}): Promise<Known> => {
  const passed: string[] = [];
  const sent: string[] = [];
  const pass = (_: string, { text }: { readonly text: string }): Promise<void> => {
    passed.push(text);
    return Promise.resolve();
  };
  const client = new ExecutorClient({
    socket: {
      OPEN: 1,
      readyState: 1,
      bufferedAmount: 0,
      send: (text) => sent.push(text),
      close: () => undefined,
    },
    hold: () => Promise.resolve([]),
    mayStay: () => Promise.resolve(true),
    known: () => undefined,
    answered: pass,
    progressed: pass,
    leaseMilliseconds: 30_000,
    failed: () => undefined,
    ...over,
  });
  client.receive({ event: 'hold', data: { executor_id: 'executor-1', attempts: [] } });
  await turn();
  return {
    client,
    passed,
    events: () => sent.map((text) => (JSON.parse(text) as { event: string }).event),
    progress: (text, of = id) => {
      client.receive({ event: 'progress', data: { id: of, text } });
    },
    answer: (text) => {
      client.receive({ event: 'answer', data: { id, text } });
    },
  };
};

describe('what an executor says of a request', () => {
  it('is passed on in the order in which it came, however long each look at its credential takes', async () => {
    const looks: ((remains: boolean) => void)[] = [];
    let isSlow = false;
    const mayStay = (): Promise<boolean> =>
      isSlow ? new Promise((resolve) => looks.push(resolve)) : Promise.resolve(true);
    const { client, passed, progress, answer } = await connect({ mayStay });
    isSlow = true;
    client.ask(request);
    progress('first');
    progress('second');
    answer('the answer');
    for (let looked = 0; looked < 3; looked += 1) {
      // Those that wait at the same time end the last first.
      while (looks.length === 0) await turn();
      looks.pop()?.(true);
      await turn();
    }
    expect(passed).toEqual(['first', 'second', 'the answer']);
  });

  it('goes on after one that could not be written', async () => {
    const faults: unknown[] = [];
    const { client, passed, events, progress, answer } = await connect({
      progressed: () => Promise.reject(new Error('no')),
      failed: (error) => faults.push(error),
    });
    client.ask(request);
    progress('lost');
    answer('the answer');
    await turn();
    expect([passed, faults.length, events()]).toEqual([['the answer'], 1, ['held', 'request', 'error']]);
  });

  it('is passed on 64 times before its answer, and the answer always', async () => {
    const { client, passed, progress, answer } = await connect();
    client.ask(request);
    for (let n = 1; n <= 100; n += 1) progress(`${n}`);
    answer('the answer');
    progress('late');
    await turn();
    expect(passed).toHaveLength(65);
    expect(passed.slice(-2)).toEqual(['64', 'the answer']);
  });

  it('is one answer to what went out here, and none to anything else', async () => {
    const { client, passed, answer } = await connect();
    answer('to what nobody asked');
    client.ask(request);
    answer('the answer');
    answer('another answer');
    await turn();
    expect(passed).toEqual(['the answer']);
  });

  it('is no progress of a request that did not go out here, or was taken back', async () => {
    const { client, passed, events, progress } = await connect();
    client.ask(request);
    progress('of another', id.replace('1e', '2e'));
    client.cancel(id);
    progress('of what nobody waits for');
    await turn();
    expect([passed, events()]).toEqual([[], ['held', 'request', 'cancel']]);
  });
});
