// A stdio server that does what its first argument says; writes the ids of its processes to the file that the second names.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [kind, pidFile] = process.argv.slice(2);
const note = (pid) => appendFileSync(pidFile, `${pid}\n`);
note(process.pid);

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tool = (name) => ({ name, inputSchema: { type: 'object' } });
const secret = ['tk_test_', 'a1B2c3D4e5F6'].join('');

const initialized = (id, protocolVersion = '2025-06-18') =>
  send({
    id,
    result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: secret, version: '1' } },
  });

const usual = {
  initialize: ({ id }) => initialized(id),
  'tools/list': ({ id }) => send({ id, result: { tools: [tool('a'), tool('b')] } }),
};

const kinds = {
  fine: usual,
  pages: {
    ...usual,
    'tools/list': ({ id, params }) => {
      const page = Number(params?.cursor ?? 0);
      const next = page < 2 ? { nextCursor: String(page + 1) } : {};
      send({ id, result: { tools: [tool(`t${page}`), tool(`u${page}`)], ...next } });
    },
  },
  'asks back': {
    ...usual,
    'tools/list': ({ id }) => {
      send({ id: 'ping-1', method: 'ping' });
      process.once('answered', () => usual['tools/list']({ id }));
    },
  },
  'no tools': {
    initialize: ({ id }) =>
      send({ id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} } }),
  },
  banner: {
    initialize({ id }) {
      process.stdout.write(`Starting Acme MCP 1.2 key=${secret}\n\n\uFEFF`);
      initialized(id);
    },
    'tools/list'({ id }) {
      for (const line of ['{not json', '[]', 'null', '42', '{"level":"info"}'])
        process.stdout.write(`${line}\n`);
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [tool('a')] } })}\r\n`);
    },
  },
  'modern alone': {
    initialize: ({ id }) =>
      send({
        id,
        error: { code: -32022, message: 'No.', data: { supported: ['2026-07-28'], requested: '1' } },
      }),
    'server/discover': ({ id }) =>
      send({
        id,
        result: {
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          ttlMs: 0,
          cacheScope: 'private',
        },
      }),
    'tools/list'({ id, params }) {
      const isModern = params._meta?.['io.modelcontextprotocol/protocolVersion'] === '2026-07-28';
      if (isModern) send({ id, result: { resultType: 'complete', tools: [tool('a')] } });
    },
  },
  silent: {},
  'silent list': { initialize: usual.initialize },
  'ends at once': null,
  'ends at list': { ...usual, 'tools/list': () => process.exit(3) },
  refuses: { initialize: ({ id }) => send({ id, error: { code: -32603, message: `no: ${secret}` } }) },
  'other version': { initialize: ({ id }) => initialized(id, '1999-01-01') },
  'no version': { initialize: ({ id }) => send({ id, result: { hello: 'world' } }) },
  'list refused': {
    ...usual,
    'tools/list': ({ id }) => send({ id, error: { code: -32603, message: secret } }),
  },
  'list of nothing': { ...usual, 'tools/list': ({ id }) => send({ id, result: { tools: 'none' } }) },
  loop: { ...usual, 'tools/list': ({ id }) => send({ id, result: { tools: [tool('a')], nextCursor: 'x' } }) },
  endless: {
    ...usual,
    'tools/list': ({ id }) => send({ id, result: { tools: [tool(`t${id}`)], nextCursor: 'x' } }),
  },
  flood: {
    initialize() {
      const write = () => {
        while (process.stdout.write('x'.repeat(65_536)));
        process.stdout.once('drain', write);
      };
      write();
    },
  },
  stubborn: usual,
  'leaves a child': usual,
  'leaves a child in a session of its own': usual,
};

if (kind === 'ends at once') process.exit(7);
if (kind === 'stubborn') {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  setInterval(() => undefined, 1000);
}
if (kind.startsWith('leaves a child')) {
  const idle = `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)`;
  const detached = kind.endsWith('of its own');
  note(spawn(process.execPath, ['-e', idle], { stdio: 'inherit', detached }).pid);
}

let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.method === undefined) process.emit('answered');
    else kinds[kind][message.method]?.(message);
  }
});
if (kind !== 'stubborn') process.stdin.on('end', () => process.exit(0));
