import { describe, expect, it } from '@jest/globals';
import { sampleAppend } from '../testing/index.ts';
import { createQueue, type Waiting } from './queue.ts';

const nothing = (): void => undefined;

const waiting = (stream: string, bytes = 1, tenant_id = 'default'): Waiting => ({
  append: sampleAppend({ stream, tenant_id }),
  bytes,
  deadline: Infinity,
  resolve: nothing,
  reject: nothing,
});

const names = (batch: readonly Waiting[]): readonly string[] => batch.map(({ append }) => append.stream);

describe('the queue of appends', () => {
  it('gives one append a stream in a batch and keeps the order within each stream', () => {
    const queue = createQueue();
    const [a1, b1, a2, a3] = [waiting('a'), waiting('b'), waiting('a'), waiting('a')];
    for (const one of [a1, b1, a2, a3]) queue.put(one);
    expect([queue.take(10, 100), queue.take(10, 100), queue.take(10, 100), queue.take(10, 100)]).toEqual([
      [a1, b1],
      [a2],
      [a3],
      [],
    ]);
    expect([queue.length, queue.bytes]).toEqual([0, 0]);
  });

  it('keeps streams of the same name apart by tenant', () => {
    const queue = createQueue();
    for (const tenant of ['one', 'two']) queue.put(waiting('a', 1, tenant));
    expect(queue.take(10, 100)).toHaveLength(2);
  });

  it('ends a batch at the count and at the bytes, and still lets a larger append through', () => {
    const queue = createQueue();
    for (const [stream, bytes] of [
      ['a', 60],
      ['b', 60],
      ['c', 500],
      ['d', 1],
      ['e', 1],
    ] as const) {
      queue.put(waiting(stream, bytes));
    }
    const batches = [1, 2, 3, 4].map(() => names(queue.take(3, 100)));
    expect(batches).toEqual([['a'], ['b'], ['c'], ['d', 'e']]);
  });

  it('lets a busy stream starve no other', () => {
    const queue = createQueue();
    for (const stream of ['a', 'a', 'a', 'b', 'c']) queue.put(waiting(stream));
    expect([1, 2, 3].map(() => names(queue.take(2, 100)))).toEqual([['a', 'b'], ['c', 'a'], ['a']]);
  });
});
