import { describe, expect, it } from '@jest/globals';
import { createHub } from '../hub/hub.ts';
import type { Rewriter } from '../rewriting.ts';
import { createRewriting, type Rewriting } from './rewrite.ts';

const rewriter: Rewriter = {
  toServer: (request) => request,
  toClient: (answer) => ({ ...(answer as object), rewritten: true }),
  sessionOf: () => null,
};

function rewriting(): Rewriting {
  const hub = createHub({
    server: 'tickets',
    pipeline: { take: () => undefined, flush: () => Promise.resolve(), close: () => Promise.resolve() },
    rewriter,
    env: {},
    log: () => undefined,
  });
  return createRewriting(rewriter, hub, {
    transport: {},
    deliver: () => undefined,
    answer: () => undefined,
  });
}

const ask = (to: Rewriting, id: number): void => {
  to.inbound({ jsonrpc: '2.0', id, method: 'tools/call', params: {} }, undefined, () => undefined);
};
const answered = (by: Rewriting, id: number): unknown =>
  by.outbound({ jsonrpc: '2.0', id, result: {} }, undefined)?.given;

describe('requests whose answers are to be rewritten', () => {
  it('are kept until they are answered or cancelled, and the notice goes on', () => {
    const at = rewriting();
    const passed: unknown[] = [];
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    ask(at, 1);
    ask(at, 2);
    at.inbound(cancelled, undefined, (message) => passed.push(message));
    expect(passed).toEqual([cancelled]);
    expect(answered(at, 1)).not.toHaveProperty('rewritten');
    expect(answered(at, 2)).toHaveProperty('rewritten');
    expect(answered(at, 2)).not.toHaveProperty('rewritten');
  });

  it('are so many at the most, the newest of them', () => {
    const at = rewriting();
    for (let id = 0; id <= 4_096; id += 1) ask(at, id);
    expect(answered(at, 0)).not.toHaveProperty('rewritten');
    expect(answered(at, 1)).toHaveProperty('rewritten');
    expect(answered(at, 4_096)).toHaveProperty('rewritten');
  });
});
