import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { HttpEntry, StdioEntry } from '../../src/fronts/fronts.ts';
import { type Answered, open, read } from '../fronts/support/exchange.ts';
import { bodyOf } from '../fronts/support/listen.ts';
import { answer } from './plain-server.mjs';

export const calls = 20;

const clientInfo = { name: 'plain-client', version: '1' };
const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };

/** To be asked one after the other, and then at once. */
const opening = [request(0, 'initialize', initialize), request(1, 'tools/list', {})];
const storm = Array.from({ length: calls }, (_, call) =>
  request(2 + call, 'tools/call', { name: 'say', arguments: { times: 1 + call * 97 } }),
);

function request(id: number, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export const plainEntry: StdioEntry = {
  name: 'piped',
  command: process.execPath,
  args: [fileURLToPath(new URL('./plain-server.mjs', import.meta.url))],
  env: [],
};

export const plainListener: RequestListener = (req, res) => {
  void bodyOf(req).then((body) => {
    res.setHeader('Content-Type', 'application/json').setHeader('Mcp-Session-Id', 'session');
    res.end(answer(JSON.parse(body.toString())));
  });
};

/** All that a client gets of a stdio server, byte for byte. */
export async function overStdio({ command, args, env }: StdioEntry): Promise<string> {
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...own },
  });
  const ended = once(child, 'close');
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.end([...opening, ...storm].map((line) => `${line}\n`).join(''));
  await ended;
  return Buffer.concat(chunks).toString('latin1');
}

/** Status, headers and bytes of every answer of an HTTP server. */
export async function overHttp({ url }: HttpEntry): Promise<readonly Answered[]> {
  const ask = async (body: string): Promise<Answered> => {
    const headers = ['Content-Type', 'application/json', 'Mcp-Session-Id', 'session'];
    const { headers: got, ...rest } = await read(await open(url, { headers, body: [Buffer.from(body)] }));
    return { ...rest, headers: got.filter((_, at) => got[at - (at % 2)] !== 'Date') };
  };
  const [first = '', second = ''] = opening;
  return [await ask(first), await ask(second), ...(await Promise.all(storm.map(ask)))];
}
