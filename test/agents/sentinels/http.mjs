import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createFrameNotes, createNotes } from './frame-notes.mjs';
import { bothEras, legacyOnly } from './server.mjs';
import { bodyOf, watchAnswer } from './watch-answer.mjs';

const refuse = (res, status, code, message) =>
  res
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));

/** Streamable HTTP, both eras: sessions for who begins with `initialize`. */
const streamable = ({ name, note, frames }) => {
  const sessions = new Map();
  const modern = toNodeHandler(createMcpHandler(() => bothEras(name), { legacy: 'reject' }));
  const open = async () => {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await bothEras(name).connect(transport);
    return transport;
  };

  return async (req, res, attempt) => {
    const text = await bodyOf(req);
    const message = text === '' ? undefined : JSON.parse(text);
    const asked = req.headers['mcp-session-id'];
    const exchange = randomUUID();
    if (message !== undefined) frames.asked(exchange, message);
    watchAnswer(res, (answer, headerOf) => {
      const connection = asked ?? headerOf('mcp-session-id');
      frames.answered(exchange, answer, { server: name, attempt, connection });
    });
    const known = sessions.get(asked);
    if (asked !== undefined && known === undefined) return refuse(res, 404, -32001, 'Session not found');
    if (req.method === 'DELETE' && known !== undefined) {
      note({ server: name, attempt, connection: asked, closed: 'deleted' });
      sessions.delete(asked);
    }
    const isLegacy = known !== undefined || message?.method === 'initialize';
    if (isLegacy) return (known ?? (await open())).handleRequest(req, res, message);
    return modern(req, res, message);
  };
};

/** The deprecated transport of HTTP and server-sent events. */
const legacySse = ({ name, note, frames, path }) => {
  const streams = new Map();
  const begin = async (res, attempt) => {
    const transport = new SSEServerTransport(`${path}/messages`, res);
    const connection = transport.sessionId;
    const about = { server: name, attempt, connection };
    streams.set(connection, transport);
    watchAnswer(res, (answer) => frames.answered(connection, answer, about));
    res.on('close', () => note({ ...about, closed: 'stream' }));
    await legacyOnly(name).connect(transport);
  };
  return async (req, res, attempt, rest) => {
    if (req.method === 'GET' && rest === '') return begin(res, attempt);
    const id = new URL(req.url, 'http://x').searchParams.get('sessionId');
    const transport = streams.get(id);
    if (req.method !== 'POST' || transport === undefined) return refuse(res, 404, -32601, 'Not found');
    const message = JSON.parse(await bodyOf(req));
    frames.asked(id, message);
    return transport.handlePostMessage(req, res, message);
  };
};

const routeOf = (url) => /^\/([\w-]+)\/(mcp|sse)(\/messages)?$/.exec(url.split('?')[0]);

/**
 * Third-party MCP servers over HTTP on loopback, any number by name, at `/<name>/mcp` and `/<name>/sse`. They write what
 * they answered to `file`. A header `x-attempt` is written beside it.
 */
export const startHttpSentinels = async (file) => {
  const note = createNotes(file);
  const frames = createFrameNotes(note);
  const handlers = new Map();
  const handlerOf = (name, kind) => {
    const path = `/${name}/${kind}`;
    const make = kind === 'mcp' ? streamable : legacySse;
    if (!handlers.has(path)) handlers.set(path, make({ name, note, frames, path }));
    return handlers.get(path);
  };
  const server = createServer((req, res) => {
    const [, name, kind, rest = ''] = routeOf(req.url) ?? [];
    if (name === undefined) return void refuse(res, 404, -32601, 'Not found');
    const attempt = req.headers['x-attempt'] ?? null;
    return void handlerOf(name, kind)(req, res, attempt, rest).catch(() => res.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    urlOf: (name, kind) => `${origin}/${name}/${kind}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
};
