// Stands between `witness run` and the agent, and writes down what the agent was really sent, and what it really asked
// of the in-session server, which keeps no notes of its own. Arguments: the file, a name for this process, `--`, and the
// agent's command. Servers whose name begins with `seen` get told which attempt they were configured by, so that their
// own notes say it; those entries differ in every attempt anyway.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createNotes } from '../sentinels/frame-notes.mjs';
import { startNotingProxy } from './noting-proxy.mjs';

const [, , file, name, , command, ...args] = process.argv;
const note = createNotes(file);
const proxy = await startNotingProxy({ server: 'witness', note });
const attaching = new Set(['session/new', 'session/load', 'session/resume', 'session/fork']);
let attempts = 0;

const labelled = (server, attempt) => {
  if (server.name === 'witness' && server.url) return { ...server, url: proxy.urlFor(server.url, attempt) };
  if (!server.name.startsWith('seen')) return server;
  return server.url
    ? { ...server, headers: [...server.headers, { name: 'x-attempt', value: attempt }] }
    : { ...server, env: [...server.env, { name: 'SENTINEL_ATTEMPT', value: attempt }] };
};

const passOn = (line) => {
  const message = JSON.parse(line);
  if (!attaching.has(message.method)) return line;
  attempts += 1;
  const attempt = `${name}-${attempts}`;
  const { mcpServers } = message.params;
  const sent = mcpServers.map((server) => ({ name: server.name, transport: server.type ?? 'stdio' }));
  note({ attempt, sent, method: message.method });
  const params = { ...message.params, mcpServers: mcpServers.map((server) => labelled(server, attempt)) };
  return JSON.stringify({ ...message, params });
};

const agent = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
agent.stdin.on('error', () => {});
createInterface({ input: process.stdin })
  .on('line', (line) => agent.stdin.write(`${passOn(line)}\n`))
  .on('close', () => agent.stdin.end());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => agent.kill(signal));
agent.once('exit', (code) => process.exit(code ?? 1));
