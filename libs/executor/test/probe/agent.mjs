// An ACP agent that really connects to its servers. Argument: JSON, what it does apart from that: `stopAt` a method, `hangAt` a
// method, `refuseAt` a method, `ignores` its servers, `keeps` its first servers for ever, `child` a file for the process ids of children that it starts, one in a session of its own, `log` a file.
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const { stopAt, hangAt, refuseAt, ignores, keeps, child, log } = JSON.parse(process.argv[2]);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
if (child) {
  const idle = (detached) =>
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached }).pid;
  writeFileSync(child, JSON.stringify([idle(false), idle(true)]));
}

let clients = [];
const all = [];

const transportOf = ({ type, command, args, env, url }) => {
  if (command)
    return new StdioClientTransport({
      command,
      args,
      env: { ...process.env, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) },
    });
  return new (type === 'sse' ? SSEClientTransport : StreamableHTTPClientTransport)(new URL(url));
};

const connect = async (servers) => {
  if (ignores || (keeps && clients.length > 0)) return;
  clients = [];
  for (const server of servers) {
    const client = new Client({ name: 'scripted', version: '1.0.0' });
    await client.connect(transportOf(server));
    await client.listTools();
    clients.push(client);
    all.push(client);
  }
};

const end = async (client) => {
  await client.transport.terminateSession?.();
  await client.close();
};

const session = async ({ mcpServers }) => {
  await connect(mcpServers);
  return { sessionId: 's' };
};

const answers = {
  initialize: async () => ({
    protocolVersion: 1,
    agentInfo: { name: 'scripted', version: '1.2.3' },
    agentCapabilities: {
      loadSession: true,
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { fork: {}, close: {} },
    },
  }),
  'session/new': session,
  'session/load': session,
  'session/fork': session,
  'session/close': async () => {
    for (const client of keeps ? [] : all) await end(client);
    return {};
  },
  'session/prompt': async () => {
    send({ method: 'session/update', params: {} });
    send({
      id: 'p',
      method: 'session/request_permission',
      params: {
        options: [
          { optionId: 'a', kind: 'reject_once' },
          { optionId: 'b', kind: 'allow_once' },
        ],
      },
    });
    send({ id: 'f', method: 'fs/read_text_file', params: {} });
    await clients.at(-1).callTool({ name: 'session_mcp_report', arguments: {} });
    return { stopReason: 'end_turn' };
  },
};

process.stdout.write('this agent is chatty\n');
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return void appendFileSync(log, `${JSON.stringify({ id, result, error })}\n`);
  if (method === stopAt) process.exit(3);
  if (method === hangAt) return;
  if (method === refuseAt) return void send({ id, error: { code: -32602, message: 'no' } });
  const answer = await answers[method](params);
  send({ id, result: answer });
});
