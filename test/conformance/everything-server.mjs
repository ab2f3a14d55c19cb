// A server with the fixtures that the conformance suite asks for, in both eras: `node everything-server.mjs`. Listens on
// a free port of loopback and says it on stdout. With `observed` it is observed, at its servers and at its HTTP edge, and
// says when it is ended which kinds of things were seen.
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import {
  localhostHostValidation,
  localhostOriginValidation,
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
  toWebRequest,
} from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { everything as unobserved } from './everything.mjs';

const kinds = new Set();
const observer = await (async () => {
  if (process.argv[2] !== 'observed') return null;
  const { createObserver } = await import('../../libs/observer/src/index.ts');
  const take = ({ era, kind }) => kinds.add(`${era} ${kind}`);
  const pipeline = { take, flush: async () => {}, close: async () => {} };
  return createObserver({ server: 'everything', env: {}, pipeline });
})();
const everything = () => observer?.observe(unobserved()) ?? unobserved();

const modern = toNodeHandler(createMcpHandler(everything, { legacy: 'reject' }));
const sessions = new Map();
const hostIsOurs = localhostHostValidation();
const originIsOurs = localhostOriginValidation();

const refuse = (res, status, code, message) => {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
};

const bodyOf = async (req) => {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const openSession = async () => {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
    onsessionclosed: (id) => sessions.delete(id),
  });
  await everything().connect(transport);
  return transport;
};

const legacy = async (req, res, body) => {
  const id = req.headers['mcp-session-id'];
  const known = sessions.get(id);
  if (id !== undefined && known === undefined) return refuse(res, 404, -32001, 'Session not found');
  if (known === undefined && body?.method !== 'initialize') {
    return refuse(res, 400, -32000, 'Bad Request: Mcp-Session-Id header is required');
  }
  return (known ?? (await openSession())).handleRequest(req, res, body);
};

const serve = async (req, res) => {
  if (!hostIsOurs(req, res) || !originIsOurs(req, res)) return;
  const text = req.method === 'POST' ? await bodyOf(req) : '';
  let body;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    return refuse(res, 400, -32700, 'Parse error');
  }
  const isLegacy = await isLegacyRequest(await toWebRequest(req, body), body);
  return isLegacy ? legacy(req, res, body) : modern(req, res, body);
};

const listener = (req, res) => {
  serve(req, res).catch(() => res.destroy());
};
const server = createServer(observer?.http.listener(listener) ?? listener);
process.once('SIGTERM', () => {
  process.stdout.write(JSON.stringify([...kinds].sort()), () => process.exit());
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
