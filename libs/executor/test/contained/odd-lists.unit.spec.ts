import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { parseEvent } from '@mcp-witness/evidence';
import type { HttpEntry, StdioEntry } from '../../src/fronts/fronts.ts';
import { createProducer } from '../../src/journal/producer.ts';
import { open, read } from '../fronts/support/exchange.ts';
import { bodyOf, withListener } from '../fronts/support/listen.ts';
import { type Fronting, withFronts } from '../fronts/support/with-fronts.ts';
import { until } from '../run.ts';

const attempt = '018f0000-0000-7000-8000-000000000001';

const oddTools = [
  '{"name":"plain","description":"fine","inputSchema":{"type":"object"}}',
  '{"name":"without a schema"}',
  '{"name":"another root","inputSchema":{"type":"string"}}',
  '{"name":"another dialect","inputSchema":{"$schema":"urn:example:unheard-of","anyOf":[{"type":"object"}]}}',
  '{"name":"null schema","inputSchema":null}',
  '{"inputSchema":{"type":"object"}}',
  '{"name":7}',
  'null',
  '{"name":"nul\\u0000","description":"half \\ud83d and \\ude00, whole \\ud83d\\ude00, literal \\\\u0000"}',
  '{"name":"turned \u202e","description":"\\u001b[2J \\u009b31m \u200b \u2066x\u2069 \\udb40\\udc41"}',
  '{"name":"__proto__","inputSchema":{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}}',
];
const list = `{ "jsonrpc" : "2.0", "id": 1, "result":\t{"tools":[${oddTools.join(', ')}]} }`;
const request = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';

/** What was told is an event that a service takes. */
async function listed(fronting: Fronting): Promise<void> {
  const told = () => fronting.of('tools-listed');
  await until('the list', () => (told().length > 0 ? true : undefined));
  expect(told()).toMatchObject([{ tool_count: oddTools.length, pages: 1, complete: true }]);
  const producer = createProducer('front');
  for (const { attempt_id, ...fact } of fronting.seen)
    expect(parseEvent(producer.event(attempt_id, fact))).toMatchObject({ ok: true });
  expect(JSON.stringify(fronting.seen)).not.toMatch(/plain|unheard|turned/);
  expect('polluted' in {}).toBe(false);
}

describe('a list with tools that are odd or none', () => {
  it('reaches a client over HTTP as it was served, and every entry counts', async () => {
    await withListener(
      (req, res) => {
        void bodyOf(req).then(() => res.setHeader('Content-Type', 'application/json').end(list));
      },
      async (origin) => {
        await withFronts(async (fronting) => {
          const entry: HttpEntry = { type: 'http', name: 'web', url: `${origin}/mcp`, headers: [] };
          const { url } = fronting.fronts.add(attempt, entry) as HttpEntry;
          const headers = ['Content-Type', 'application/json'];
          const { body } = await read(await open(url, { headers, body: [Buffer.from(request)] }));
          expect(body).toBe(Buffer.from(list).toString('latin1'));
          await listed(fronting);
        });
      },
    );
  });

  it('reaches a client over stdio as it was served, with all that stands between the frames', async () => {
    const noise = [
      'Starting up, token=quiet-1234',
      '',
      '[]',
      'null',
      '42',
      '{not json',
      '{"level":"info"}',
      '\xff',
    ];
    const served = Buffer.concat([
      Buffer.from(noise.map((line) => `${line}\n`).join(''), 'latin1'),
      Buffer.from(`\uFEFF${list}\r\n`),
    ]);
    const script = `process.stdin.once('data', () => process.stdout.write(Buffer.from(process.argv[1], 'base64'))).on('end', () => {})`;
    await withFronts(async (fronting) => {
      const entry: StdioEntry = {
        name: 'piped',
        command: process.execPath,
        args: ['-e', script, served.toString('base64')],
        env: [],
      };
      const { command, args, env } = fronting.fronts.add(attempt, entry) as StdioEntry;
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      const child = spawn(command, args, {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, ...own },
      });
      const ended = once(child, 'close');
      const chunks: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      child.stdin.end(`${request}\n`);
      await ended;
      expect(Buffer.concat(chunks).equals(served)).toBe(true);
      await listed(fronting);
      expect(JSON.stringify(fronting.seen)).not.toContain('quiet-1234');
    });
  });
});
