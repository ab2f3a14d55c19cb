/**
 * A scripted ACP agent. Its first argument is a JSON object:
 * - `record`: a file that gets every byte of its stdin
 * - `mcpCapabilities`: what it says at `initialize`; nothing when absent
 * - `protocolVersion`: what it says then; 1 when absent
 * - `before`: method to the messages that it sends before it answers
 * - `errors`: method to the JSON-RPC error that it answers with
 * - `results`: method to the result that it answers with
 * - `hold`: how many session calls it collects before it answers them, last one first
 * Requests called `test/…` make it do things that a test wants to see.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const script = JSON.parse(process.argv[2] ?? '{}');
const servers = [];
const held = [];
let sessions = 0;
let buffered = '';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function sessionAnswer({ id, method, params }) {
  if (Array.isArray(params?.mcpServers)) for (const server of params.mcpServers) servers.push(server);
  const error = script.errors?.[method];
  if (error !== undefined) return { id, error };
  if (script.results !== undefined && method in script.results) return { id, result: script.results[method] };
  if (method === 'session/new' || method === 'session/fork') {
    sessions += 1;
    return { id, result: { sessionId: `S${sessions}` } };
  }
  return { id, result: {} };
}

function answerSession(message) {
  for (const early of script.before?.[message.method] ?? []) send(early);
  held.push(sessionAnswer(message));
  if (held.length < (script.hold ?? 1)) return;
  for (const answer of held.splice(0).reverse()) send(answer);
}

async function transportTo({ command, args, env, url }) {
  if (command === undefined) {
    const { StreamableHTTPClientTransport } =
      await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    return new StreamableHTTPClientTransport(new URL(url));
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  return new StdioClientTransport({ command, args, env: { ...process.env, ...own } });
}

async function clientOf(era) {
  const info = { name: 'scripted-agent', version: '1.0.0' };
  if (era === 'modern') {
    const { Client } = await import('@modelcontextprotocol/client');
    return new Client(info, { versionNegotiation: { mode: 'auto' } });
  }
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  return new Client(info);
}

/** Connects to a server that it was given, as a real client, and uses it. */
async function useServer({ name, tool, era }) {
  const transport = await transportTo(servers.findLast((server) => server.name === name));
  const client = await clientOf(era);
  await client.connect(transport);
  const { tools } = await client.listTools();
  const result = tool === undefined ? null : await client.callTool({ name: tool, arguments: {} });
  const { pid } = transport;
  await client.close();
  return { tools: tools.map((one) => one.name), result, pid };
}

/** Connects to a server and leaves the connection open. */
async function keepServer({ name }) {
  const transport = await transportTo(servers.findLast((server) => server.name === name));
  const client = await clientOf('legacy');
  await client.connect(transport);
  return { pid: transport.pid };
}

/** Connects to a server and calls a tool of it again and again until its own input ends; says so after the first call. */
async function workWithServer({ name, tool, era }) {
  const transport = await transportTo(servers.findLast((server) => server.name === name));
  const client = await clientOf(era);
  await client.connect(transport);
  await client.listTools();
  for (let calls = 1; !process.stdin.readableEnded; calls += 1) {
    await client.callTool({ name: tool, arguments: {} });
    if (calls === 1) send({ method: 'test/worked', params: { name } });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await client.close();
}

async function writeBytes({ base64, size }) {
  const bytes = Buffer.from(base64, 'base64');
  for (let at = 0; at < bytes.length; at += size) {
    process.stdout.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function leaveChild({ detached = false } = {}) {
  const idle = ['-e', 'setInterval(() => {}, 1000)'];
  const child = spawn(process.execPath, idle, { stdio: 'ignore', detached });
  return { pid: child.pid };
}

const tests = {
  'test/echo': (params) => params,
  'test/exit': ({ code }) => process.exit(code),
  'test/kill': ({ signal }) => process.kill(process.pid, signal),
  'test/child': leaveChild,
  'test/use': useServer,
  'test/keep': keepServer,
  'test/work': workWithServer,
  'test/say': ({ message }) => send(message),
  'test/servers': () => servers,
  'test/write': writeBytes,
  'test/complain': ({ text }) => new Promise((resolve) => process.stderr.write(text, resolve)),
  'test/catch': ({ signal }) =>
    void process.on(signal, () => send({ method: 'test/caught', params: { signal } })),
};

async function handle(message) {
  const { id, method, params } = message;
  if (method === 'initialize') {
    const { mcpCapabilities, protocolVersion = 1 } = script;
    send({ id, result: { protocolVersion, agentCapabilities: { loadSession: true, mcpCapabilities } } });
  } else if (method?.startsWith('session/')) {
    answerSession(message);
  } else if (method in tests) {
    try {
      const result = await tests[method](params ?? {});
      if (id !== undefined) send({ id, result: result ?? null });
    } catch (error) {
      send({ id, error: { code: -32603, message: String(error) } });
    }
  }
}

function read(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

process.stdin.on('data', (chunk) => {
  if (script.record !== undefined) appendFileSync(script.record, chunk);
  buffered += chunk.toString('utf8');
  const lines = buffered.split('\n');
  buffered = lines.pop();
  for (const line of lines) {
    const message = read(line);
    if (message !== null) void handle(message);
  }
});
process.stdin.on('end', () => {
  send({ method: 'test/input-ended' });
});
