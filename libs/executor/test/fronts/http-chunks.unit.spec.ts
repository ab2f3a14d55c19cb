import type { RequestListener } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { HttpEntry } from '../../src/fronts/fronts.ts';
import { createStreamStart } from '../../src/fronts/http/endpoint-event.ts';
import { frontPath } from '../../src/fronts/http/route.ts';
import { open, read } from './support/exchange.ts';
import { withListener } from './support/listen.ts';
import { withFronts } from './support/with-fronts.ts';

const cut = (bytes: Buffer, sizes: readonly number[]): Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
};

const sizes = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 5 });

const question = Buffer.from(
  JSON.stringify({ jsonrpc: '2.0', id: 'é', method: 'tools/list', params: { note: '🖊 ü' } }),
);
const answer = Buffer.from(
  'event: message\r\nid: 1\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\r\n\r\n' +
    'data: {"jsonrpc":"2.0","id":"é",\ndata: "result":{"tools":[{"name":"ä"},{"name":"🖊"}]}}\n\n',
);

describe('an exchange through a front', () => {
  it('has the same bytes and the same evidence however it is cut', async () => {
    let pieces: readonly Buffer[] = [];
    let received = '';
    const listener: RequestListener = (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        received = Buffer.concat(chunks).toString();
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        const write = ([first, ...rest]: readonly Buffer[]): void => {
          if (first === undefined) res.end();
          else res.write(first, () => setImmediate(write, rest));
        };
        write(pieces);
      });
    };
    await withListener(listener, async (origin) => {
      await withFronts(async (fronting) => {
        const entry = { type: 'http' as const, name: 'notes', url: origin, headers: [] };
        await fc.assert(
          fc.asyncProperty(sizes, sizes, async (asked, answered) => {
            pieces = cut(answer, answered);
            const before = fronting.seen.length;
            const { url } = fronting.fronts.add('attempt', entry) as HttpEntry;
            const headers = ['Content-Type', 'application/json', 'Transfer-Encoding', 'chunked'];
            const { body } = await read(await open(url, { headers, body: cut(question, asked) }));
            expect(body).toBe(answer.toString('latin1'));
            expect(received).toBe(question.toString());
            expect(fronting.seen.slice(before)).toMatchObject([
              { type: 'tools-listed', data: { tool_count: 2, complete: true } },
            ]);
          }),
          { numRuns: 25 },
        );
      });
    });
  });
});

const target = { url: new URL('https://host.example/api/sse'), token: 'T' };

const passed = (stream: Buffer, by: readonly number[]): { out: string; legacy: boolean[] } => {
  const legacy: boolean[] = [];
  const start = createStreamStart({
    rewrite: (address) => frontPath(address, '/api/sse', target, 's1'),
    decided: (is) => legacy.push(is),
  });
  const out = cut(stream, by).flatMap((piece) => start.feed(piece) ?? []);
  return { out: Buffer.concat([...out, start.rest()]).toString(), legacy };
};

describe('the beginning of a stream', () => {
  it.each([
    [
      'event: endpoint\ndata: /messages?id=ä1\n\ndata: ü\n\n',
      'event: endpoint\ndata: /f/T/s1/messages?id=%C3%A41\n\ndata: ü\n\n',
    ],
    ['event: endpoint\r\ndata: messages\r\n\r\n', 'event: endpoint\r\ndata: /f/T/s1/api/messages\r\n\r\n'],
    [
      ': hello\n\nevent:endpoint\ndata:https://host.example/m\n\n',
      ': hello\n\nevent:endpoint\ndata:/f/T/s1/m\n\n',
    ],
    ['data: /m\nevent: endpoint\n\n', 'data: /f/T/s1/m\nevent: endpoint\n\n'],
    [
      'event: endpoint\ndata: https://other.example/m\n\n',
      'event: endpoint\ndata: https://other.example/m\n\n',
    ],
  ])('leads messages of a legacy stream through the front, however it is cut: %j', (stream, expected) => {
    fc.assert(
      fc.property(sizes, (by) => {
        expect(passed(Buffer.from(stream), by)).toEqual({ out: expected, legacy: [true] });
      }),
    );
  });

  it.each([
    'data: event: endpoint\n\n',
    'event: message\ndata: /m\n\n',
    ': only\n\n',
    'event: endpoint',
    'x'.repeat(40_000),
  ])('that is none is passed on as it is: %j', (stream) => {
    fc.assert(
      fc.property(sizes, (by) => {
        expect(passed(Buffer.from(stream), by)).toEqual({ out: stream, legacy: [false] });
      }),
      { numRuns: 20 },
    );
  });
});
