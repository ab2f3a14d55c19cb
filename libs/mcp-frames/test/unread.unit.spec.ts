import { createNdjsonTee, observeExchange } from '@mcp-witness/mcp-frames';
import { describe, expect, it } from '@jest/globals';
import { type Bench, bench } from './support/bench.ts';

/** More than is read, in pieces. */
const filling = new Uint8Array(1024 * 1024).fill(0x78);
const pieces = 17;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `<before>xxx…<after>` */
function* long(before: string, after: string): Generator<Uint8Array> {
  yield bytesOf(before);
  for (let at = 0; at < pieces; at += 1) yield filling;
  yield bytesOf(after);
}
const lengthOf = (before: string, after: string): number =>
  pieces * filling.length + bytesOf(before + after).length;

const streamOf = (chunks: Iterator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull(controller) {
      const next = chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });

const request = (method: string, id: unknown): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { name: 'dig' },
});

/** As official SDKs write them: the id stands before or behind what is long. */
const forms: [string, unknown, string, string][] = [
  ['an id in front', 7, '{"jsonrpc":"2.0","id":7,"result":{"content":"', '"}}'],
  ['an id at the end', 'ä "7"', '{"result":{"content":[{"text":"', '"}]},"jsonrpc":"2.0","id":"ä \\"7\\""}'],
  ['an id at the very end', -3, '{ "result": {"content":"', '"} , "id" : -3 }'],
];

type Carry = (from: Bench, asked: object, answer: Iterable<Uint8Array>) => Promise<void>;

const overHttp =
  (type: string, before = '', after = ''): Carry =>
  async ({ observer }, asked, answer) => {
    const all = function* (): Generator<Uint8Array> {
      yield bytesOf(before);
      yield* answer;
      yield bytesOf(after);
    };
    const response = new Response(streamOf(all()), { headers: { 'content-type': type } });
    const seen = observeExchange(
      { observer, request: new Request('http://127.0.0.1/', { method: 'POST' }), message: asked },
      () => Promise.resolve(response),
    );
    for await (const chunk of (await seen).body ?? []) expect(chunk.length).toBeGreaterThanOrEqual(0);
  };

const overStdio: Carry = ({ observer }, asked, answer) => {
  const tee = createNdjsonTee(observer, 'stdio');
  tee.feed('to_server', bytesOf(`${JSON.stringify(asked)}\n`));
  for (const chunk of answer) tee.feed('to_client', chunk);
  tee.feed('to_client', bytesOf('\n'));
  return Promise.resolve();
};

const ways: [string, Carry][] = [
  ['JSON', overHttp('application/json')],
  [
    'an event',
    overHttp('text/event-stream', ': hello\n\ndata: {"jsonrpc":"2.0","method":"x"}\n\ndata: ', '\n\n'),
  ],
  ['a line', overStdio],
];

describe.each(ways)('an answer that is too long to read, as %s', (_way, carry) => {
  it.each(forms)('with %s is told as that of its call', async (_form, id, before, after) => {
    const seen = bench();
    await carry(seen, request('tools/call', id), long(before, after));
    seen.observer.close();
    const [called, ...others] = seen.told();
    expect(others).toEqual([]);
    expect(called).toMatchObject({ type: 'tool-called', tool_name: 'dig', outcome: 'unread' });
    const told = Number(called?.result_bytes);
    expect(Math.abs(told - lengthOf(before, after))).toBeLessThan(16);
  });

  it.each(['initialize', 'tools/list'])('to %s is said to be lost, once', async (method) => {
    const seen = bench();
    await carry(seen, request(method, 7), long('{"jsonrpc":"2.0","id":7,"result":{"x":"', '"}}'));
    seen.observer.close();
    expect(seen.told()).toEqual([{ type: 'evidence-lost', count: 1, reason_code: 'frame_too_large' }]);
  });

  it('that says nothing of its call or the attachment is no loss', async () => {
    const seen = bench();
    await carry(seen, request('resources/read', 7), long('{"jsonrpc":"2.0","id":7,"result":{"x":"', '"}}'));
    expect(seen.told()).toEqual([]);
  });
});

describe('a frame that is too long to read', () => {
  it('is said to be lost when it asks, and when nobody knows what it answers', () => {
    for (const [direction, before] of [
      ['to_server', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"x":"'],
      ['to_client', '[{"x":"'],
    ] as const) {
      const { observer, told } = bench();
      const tee = createNdjsonTee(observer, 'stdio');
      for (const chunk of long(before, '"}}\n')) tee.feed(direction, chunk);
      expect(told()).toMatchObject([{ type: 'evidence-lost', count: 1 }]);
      expect(tee.noise()).toBe(0);
    }
  });

  it('leaves the next ones readable', async () => {
    const seen = bench();
    const notice = '{"jsonrpc":"2.0","method":"notifications/message","params":"';
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}';
    const both = (end: string): Iterable<Uint8Array> => long(notice, `"}${end}${answer}`);
    await overStdio(seen, request('tools/list', 1), both('\n'));
    await overHttp('text/event-stream', 'data: ', '\r\n\r\n')(
      seen,
      request('tools/list', 1),
      both('\r\n\r\ndata: '),
    );
    expect(seen.told().map(({ type }) => type)).toEqual(['tools-listed', 'tools-listed']);
  });
});
