import {
  createNdjsonTee,
  observeExchange,
  observeTransport,
  type Observation,
} from '@mcp-witness/mcp-frames';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Bench, bench, tool } from './support/bench.ts';

const cut = (bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] => {
  const at = [0, ...cuts.map((one) => one % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
};

const stream = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

const asked = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const listed = { jsonrpc: '2.0', id: 1, result: { tools: [tool('ä'), tool('😀')] } };
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** What is told, and what reaches the client, of an answer in these chunks. */
async function answered(
  chunks: readonly Uint8Array[],
  media: string,
): Promise<{ facts: Observation[]; bytes: string }> {
  const { observer, facts } = bench();
  const request = new Request('http://127.0.0.1/mcp', { method: 'POST', body: '{}' });
  const response = await observeExchange({ observer, request, message: asked }, () =>
    Promise.resolve(new Response(stream(chunks), { headers: { 'content-type': media } })),
  );
  return { facts, bytes: await response.text() };
}

const events = (newline: string): string =>
  [
    '\uFEFF: keep-alive',
    'id: 1',
    'event: message',
    'retry: 10',
    'data: {"jsonrpc":"2.0","method":"notifications/message"}',
    '',
    'data: not json',
    '',
    ...JSON.stringify(listed, null, 1)
      .split('\n')
      .map((line) => `data:${line}`),
    '',
    'data',
    '',
    '',
  ].join(newline);

describe('an HTTP exchange', () => {
  it.each([
    ['JSON', 'application/json; charset=utf-8', JSON.stringify(listed)],
    ['events with LF', 'text/event-stream', events('\n')],
    ['events with CRLF', 'text/event-stream', events('\r\n')],
    ['events with CR', 'Text/Event-Stream', events('\r')],
  ])(
    'tells the same of %s however its bytes are cut, and passes them on as they are',
    async (_form, media, body) => {
      const bytes = text(body);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
          const { facts, bytes: passed } = await answered(cut(bytes, cuts), media);
          expect(passed).toBe(new TextDecoder().decode(bytes));
          expect(facts).toMatchObject([{ type: 'tools-listed', served: listed.result.tools }]);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('cut at every single byte tells the same', async () => {
    const bytes = text(events('\r\n'));
    const { facts } = await answered(
      [...bytes].map((byte) => Uint8Array.of(byte)),
      'text/event-stream',
    );
    expect(facts).toMatchObject([{ type: 'tools-listed', data: { tool_count: 2 } }]);
  });

  it('that answers without JSON-RPC is a refusal with its reason', async () => {
    const { facts } = await answered([text('<html>welcome</html>')], 'text/html');
    expect(facts).toMatchObject([{ type: 'protocol-refused', data: { reason_code: 'not_mcp' } }]);
  });

  it('that announces JSON and sends something else is one as well', async () => {
    const { facts } = await answered([text('{"jsonrpc":')], 'application/json');
    expect(facts).toMatchObject([{ type: 'protocol-refused', data: { reason_code: 'not_mcp' } }]);
  });

  it.each([
    ['application/json', (body: string) => body],
    ['text/event-stream', (body: string) => `data: ${body}\n\n`],
  ])('whose %s is too long to read is passed on, and said to be lost', async (media, frame) => {
    const chunk = text('x'.repeat(1024 * 1024));
    const [head, tail] = frame('|').split('|').map(text);
    const { facts, bytes } = await answered([head!, ...Array<Uint8Array>(17).fill(chunk), tail!], media);
    expect(bytes.length).toBeGreaterThan(17 * 1024 * 1024 - 1);
    expect(facts).toMatchObject([
      { type: 'evidence-lost', data: { count: 1, reason_code: 'frame_too_large' } },
    ]);
  });

  it('takes the session that the answer opens as its connection, and a DELETE as the close of it', async () => {
    const { observer, told } = bench();
    const headers = { 'content-type': 'application/json', 'mcp-session-id': 'secret-session' };
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
    const accepted = Response.json(
      { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25' } },
      { headers },
    );
    const post = new Request('http://127.0.0.1/mcp', { method: 'POST' });
    await (
      await observeExchange({ observer, request: post, message: initialize }, () => Promise.resolve(accepted))
    ).text();
    const bye = new Request('http://127.0.0.1/mcp', {
      method: 'DELETE',
      headers: { 'mcp-session-id': 'secret-session' },
    });
    for (const status of [404, 200]) {
      const response = new Response(null, { status });
      await observeExchange({ observer, request: bye, message: undefined }, () => Promise.resolve(response));
    }
    expect(told()).toMatchObject([
      { type: 'protocol-accepted', connection_id: 'connection-1' },
      { type: 'connection-closed', connection_id: 'connection-1', reason_code: 'client_deleted' },
    ]);
    expect(JSON.stringify(told())).not.toContain('secret-session');
  });

  it('whose client leaves ends the source', async () => {
    const { observer } = bench();
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      cancel: () => {
        cancelled = true;
      },
    });
    const request = new Request('http://127.0.0.1/mcp');
    const response = await observeExchange({ observer, request, message: undefined }, () =>
      Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } })),
    );
    await response.body?.cancel();
    expect(cancelled).toBe(true);
  });

  it('whose handler fails fails the same', async () => {
    const { observer } = bench();
    const request = new Request('http://127.0.0.1/mcp');
    const failure = new Error('handler');
    await expect(
      observeExchange({ observer, request, message: asked }, () => Promise.reject(failure)),
    ).rejects.toBe(failure);
  });
});

describe('lines of JSON', () => {
  const lines = [
    'Starting up, key=tk_test_a1B2c3D4e5F6',
    '',
    `\uFEFF${JSON.stringify(listed)}`,
    '{not json',
    'null',
    '42',
    '{"level":"info","msg":"json but not rpc"}',
    '[]\r',
    '',
  ].join('\n');

  it('are frames or noise, however they are cut', () => {
    const bytes = text(lines);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
        const { observer, facts } = bench();
        const tee = createNdjsonTee(observer, 'stdio');
        tee.feed('to_server', text(`${JSON.stringify(asked)}\n`));
        for (const chunk of cut(bytes, cuts)) tee.feed('to_client', chunk);
        expect(facts).toMatchObject([{ type: 'tools-listed', data: { tool_count: 2 } }]);
        expect(tee.noise()).toBe(5);
        expect(JSON.stringify(facts)).not.toContain('tk_test');
      }),
    );
  });
});

describe('the result of a call', () => {
  const requested = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'say' } };
  const result = { content: [{ type: 'text', text: 'é"\n\u2028' }], isError: false };
  const answers: readonly object[] = [
    { jsonrpc: '2.0', id: 1, result },
    { result, id: 1, jsonrpc: '2.0', extra: { result: 'ä' } },
  ];

  it.each(answers)('is measured alike, whatever carried it: %j', async (answered) => {
    const measured: number[] = [];
    const over = async (carry: (observer: Bench['observer']) => Promise<void> | void): Promise<void> => {
      const { observer, of } = bench();
      await carry(observer);
      measured.push(...of('tool-called').map(({ result_bytes }) => result_bytes));
    };
    const exchange = (type: string, body: string) => async (observer: Bench['observer']) => {
      const request = new Request('http://127.0.0.1/mcp', { method: 'POST' });
      const response = new Response(body, { headers: { 'content-type': type } });
      const seen = observeExchange({ observer, request, message: requested }, () =>
        Promise.resolve(response),
      );
      await (await seen).text();
    };
    const json = JSON.stringify(answered);
    await over((observer) => {
      const tee = createNdjsonTee(observer, 'stdio');
      tee.feed('to_server', text(`${JSON.stringify(requested)}\n`));
      tee.feed('to_client', text(`\uFEFF${json}\r\n`));
    });
    await over((observer) => {
      observer.onFrame({ direction: 'to_server', message: requested });
      observer.onFrame({ direction: 'to_client', message: answered });
    });
    await over(exchange('application/json', json));
    await over(exchange('text/event-stream', `data: ${json}\n\n`));
    const bytes = Buffer.byteLength(JSON.stringify(result));
    expect(measured).toEqual([bytes, bytes, bytes, bytes]);
  });
});

describe('an observed transport', () => {
  it('hands on every message both ways and tells what it saw', async () => {
    const { observer, told } = bench();
    const sent: unknown[] = [];
    const received: unknown[] = [];
    const inner = {
      sessionId: 'unchanged',
      onmessage: undefined as ((message: never) => void) | undefined,
      onclose: undefined as (() => void) | undefined,
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
      send: (message: never) => Promise.resolve(void sent.push(message)),
    };
    const outer = observeTransport(inner, { observer, connection_key: 't', close_reason: 'stdin_closed' });
    outer.onmessage = (message) => received.push(message);
    outer.onclose = () => received.push('closed');
    const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} };
    const accepted = { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-06-18' } };
    inner.onmessage?.(initialize as never);
    await outer.send(accepted as never);
    inner.onclose?.();
    expect([received, sent, outer.sessionId]).toEqual([[initialize, 'closed'], [accepted], 'unchanged']);
    expect(told()).toMatchObject([
      { type: 'protocol-accepted', protocol_version: '2025-06-18' },
      { type: 'connection-closed', reason_code: 'stdin_closed' },
    ]);
  });
});
