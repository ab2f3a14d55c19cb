import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const program = fileURLToPath(new URL('./host.ts', import.meta.url));
const loader = new URL('../../../../test/support/typescript.mjs', import.meta.url).href;

const opening = [
  {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '3' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 'list', method: 'tools/list' },
];

/** Calls of every tool of the host, one after the other. */
export const calls = (tools: readonly string[]): readonly object[] =>
  tools.map((name, id) => ({
    jsonrpc: '2.0',
    id: id + 1,
    method: 'tools/call',
    params: { name, arguments: { query: 'x', deep: { password: 'hunter22' } } },
  }));

/** How long a process may take that has nothing to do; one that is still there then is killed, and has no code. */
const PATIENCE_MS = 30_000;

/** Runs the host with these messages; its stdin ends when so many answers came. `end` may be a signal in the place of that. */
export async function runHost(
  setting: object,
  messages: readonly object[],
  end: 'stdin' | NodeJS.Signals = 'stdin',
): Promise<Ran> {
  const args = ['--conditions=@mcp-witness/source', '--import', loader, program, JSON.stringify(setting)];
  const child = spawn(process.execPath, args, { stdio: 'pipe' });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  let answers = 0;
  const wanted = messages.length + opening.filter((message) => 'id' in message).length;
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (part: Buffer) => {
    out.push(part);
    answers += part.toString('latin1').split('\n').length - 1;
    if (answers < wanted) return;
    if (end === 'stdin') child.stdin.end();
    else child.kill(end);
  });
  child.stderr.on('data', (part: Buffer) => err.push(part));
  for (const message of [...opening, ...messages]) child.stdin.write(`${JSON.stringify(message)}\n`);
  const ended = once(child, 'close');
  await Promise.race([ended, pause(PATIENCE_MS, null, { ref: false })]);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await ended;
  return {
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
    code: child.exitCode,
    signal: child.signalCode,
  };
}
