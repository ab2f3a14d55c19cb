import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import type { HttpEntry } from '../../src/fronts/fronts.ts';
import { until } from '../run.ts';
import { open, read } from './support/exchange.ts';
import { bodyOf, withListener } from './support/listen.ts';
import { type Fronting, withFronts } from './support/with-fronts.ts';

const frontOf = ({ fronts }: Fronting, url: string): string =>
  (fronts.add('attempt', { type: 'http', name: 'notes', url, headers: [] }) as HttpEntry).url;

const message = (method: string): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} });

/** On a connection of its own, whatever comes of it. */
const ask = async (url: string, body: string): Promise<void> => {
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
  await open(url, { headers, body: [Buffer.from(body)] })
    .then(read)
    .catch(() => undefined);
};

const answer =
  (status: number, headers: Record<string, string>, body: Buffer | string = ''): RequestListener =>
  (req, res) => {
    void bodyOf(req).then(() => res.writeHead(status, headers).end(body));
  };

const brokenOff =
  (type: string, body: string): RequestListener =>
  (req, res) => {
    void bodyOf(req).then(() => {
      res.writeHead(200, { 'content-type': type }).write(body, () => res.destroy());
    });
  };

const json = 'application/json';
const events = 'text/event-stream';
const accepted = '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}';
const zipped = gzipSync(accepted.repeat(50));
const broken = Buffer.concat([zipped.subarray(0, 20), Buffer.from('no gzip at all'), zipped.subarray(34)]);

const nothings: [string, string, RequestListener][] = [
  ['204', 'not_mcp', answer(204, {})],
  ['202', 'not_mcp', answer(202, {})],
  ['200 with nothing', 'not_mcp', answer(200, { 'content-length': '0' })],
  ['200 with empty JSON', 'not_mcp', answer(200, { 'content-type': json })],
  ['an empty event stream', 'not_mcp', answer(200, { 'content-type': events })],
  ['an event stream of comments', 'not_mcp', answer(200, { 'content-type': events }, ': hello\n\n')],
  [
    'an event stream that ends unasked',
    'not_mcp',
    answer(200, { 'content-type': events }, 'data: {"jsonrpc":"2.0","method":"x"}\n\n'),
  ],
  [
    'broken gzip',
    'initialize_failed',
    answer(200, { 'content-type': json, 'content-encoding': 'gzip' }, broken),
  ],
  [
    'gzip that is cut off',
    'initialize_failed',
    answer(200, { 'content-type': json, 'content-encoding': 'gzip' }, zipped.subarray(0, 40)),
  ],
  [
    'broken gzip of events',
    'initialize_failed',
    answer(200, { 'content-type': events, 'content-encoding': 'gzip' }, broken),
  ],
  ['half of an answer', 'initialize_failed', brokenOff(json, accepted.slice(0, 30))],
  ['half of an event', 'initialize_failed', brokenOff(events, `data: ${accepted.slice(0, 30)}`)],
];

describe('an answer to initialize that is none', () => {
  it.each(nothings)('(%s) is told as %s', async (_what, reason_code, listener) => {
    await withListener(listener, async (origin) => {
      await withFronts(async (fronting) => {
        await ask(frontOf(fronting, origin), message('initialize'));
        await until('what is told', () => fronting.seen[0]);
        expect(fronting.seen).toMatchObject([
          { type: 'protocol-refused', data: { server_name: 'notes', reason_code } },
        ]);
      });
    });
  });

  it('but may go on elsewhere is no refusal', async () => {
    const resumable = answer(200, { 'content-type': events }, 'id: 1\nretry: 10\ndata: \n\n');
    await withListener(resumable, async (origin) => {
      await withFronts(async (fronting) => {
        const url = frontOf(fronting, origin);
        await ask(url, message('initialize'));
        await ask(url, message('tools/call'));
        await until('the call', () => fronting.seen[0]);
        expect(fronting.of('tool-called')).toMatchObject([{ outcome: 'unanswered' }]);
        expect(fronting.seen).toHaveLength(1);
      });
    });
  });

  it('and the same for a call is a call without an answer, and nobody cancelled it', async () => {
    for (const [, , listener] of nothings)
      await withListener(listener, async (origin) => {
        await withFronts(async (fronting) => {
          await ask(frontOf(fronting, origin), message('tools/call'));
          await until('the call', () => fronting.seen[0]);
          expect(fronting.of('tool-called')).toMatchObject([{ outcome: 'unanswered' }]);
        });
      });
  });
});

describe('an answer in an encoding that is not known', () => {
  const listener = answer(200, { 'content-type': json, 'content-encoding': 'unheard-of' }, 'anything');

  it('passes on, and is told as an answer that could not be read', async () => {
    await withListener(listener, async (origin) => {
      await withFronts(async (fronting) => {
        const url = frontOf(fronting, origin);
        await ask(url, message('initialize'));
        await ask(url, message('tools/call'));
        await until('both', () => fronting.seen[1]);
        expect(fronting.of('evidence-lost')).toMatchObject([{ count: 1, reason_code: 'frame_too_large' }]);
        expect(fronting.of('tool-called')).toMatchObject([{ outcome: 'unread' }]);
      });
    });
  });
});

describe('a server that answers before it has all of the request', () => {
  const early =
    (status: number, body: string, ends: boolean): RequestListener =>
    (req, res) => {
      res.writeHead(status, { 'content-type': json, connection: ends ? 'close' : 'keep-alive' }).end(body);
      if (ends) req.socket.destroySoon();
      else req.resume();
    };
  const error = '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"no"}}';

  it.each<[string, number, string, boolean]>([
    ['auth_required_no_offer', 401, '', false],
    ['auth_required_no_offer', 401, '', true],
    ['forbidden', 403, '', true],
    ['initialize_failed', 200, error, false],
    ['not_mcp', 200, '<html>', true],
  ])('is told as %s, once the client has asked all or left', async (reason_code, status, body, ends) => {
    await withListener(early(status, body, ends), async (origin) => {
      await withFronts(async (fronting) => {
        const { hostname, port, pathname } = new URL(frontOf(fronting, origin));
        const whole = message('initialize');
        for (const leaves of [false, true]) {
          const socket = connect(Number(port), hostname);
          socket.on('error', () => undefined);
          const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${whole.length}`;
          socket.write(`${head}\r\n\r\n${whole.slice(0, 50)}`);
          await new Promise((resolve) => socket.once('data', resolve));
          expect(fronting.seen).toHaveLength(leaves ? 1 : 0);
          if (leaves) socket.destroy();
          else socket.end(whole.slice(50));
          await until('the refusal', () => fronting.seen[0]);
        }
        expect(fronting.of('protocol-refused')).toMatchObject([{ reason_code }]);
      });
    });
  });
});
