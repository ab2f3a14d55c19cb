// Servers of either SDK that use what the protocol has beside lists and calls: they tell of subscribed notes, ask their client,
// tell how far they are and go on when they are told to, see what is cancelled, and give back what they get. With an argument (`1` or `2`) a program on stdio.
import { EventEmitter, once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { McpServer as FirstServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ListToolsRequestSchema, SubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const info = { name: 'asking', version: '1' };
const capabilities = { resources: { subscribe: true } };
const listed = (name) => ({ name, inputSchema: { type: 'object' } });
const textual = (value) => ({ content: [{ type: 'text', text: value }] });
const prompt = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Six times seven?' } }],
  maxTokens: 9,
};
const form = {
  message: 'Whose notes?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};

/** Two pages of tools, with none for schemas to be read of. */
const pages = [
  { tools: ['touch', 'ask', 'steps', 'next'].map(listed), nextCursor: 'more' },
  { tools: ['wait', 'was_cancelled', 'echo'].map(listed) },
];
const pageAt = ({ params }) => pages[params?.cursor === 'more' ? 1 : 0];

/** What the calls of one server know of each other, whichever instance serves them. */
function newSignals() {
  const signals = new EventEmitter();
  const cancelled = once(signals, 'cancelled');
  return { signals, cancelled };
}

function addTools(server, { touch, ask, requestOf, echo, shared }) {
  const tool = (name, run, extra = {}) => server.registerTool(name, { description: name, ...extra }, run);
  const step = async (request, progress) => {
    const { meta, notify } = requestOf(request);
    const { progressToken } = meta ?? {};
    const params = { progressToken, progress, total: 3, message: `step ${progress}` };
    await notify({ method: 'notifications/progress', params });
  };
  tool('touch', async () => {
    await touch();
    return textual('touched');
  });
  tool('ask', ask);
  tool('steps', async (request) => {
    for (const progress of [1, 2, 3]) {
      const next = once(shared.signals, 'next');
      await step(request, progress);
      await next;
    }
    return textual('done');
  });
  tool('next', () => {
    shared.signals.emit('next');
    return textual('next');
  });
  tool('wait', async (request) => {
    const { signal } = requestOf(request);
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await step(request, 1);
    await aborted;
    shared.signals.emit('cancelled');
    return textual('too late');
  });
  tool('was_cancelled', async () => {
    await shared.cancelled;
    return textual('cancelled');
  });
  tool('echo', ({ text }) => textual(text), echo);
}

/** A factory of instances of one server. */
export function firstAsking() {
  const shared = newSignals();
  return () => {
    const server = new FirstServer(info, { capabilities });
    const subscribed = new Set();
    server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
      subscribed.add(params.uri);
      return {};
    });
    addTools(server, {
      shared,
      echo: { inputSchema: { text: z.string() } },
      requestOf: ({ _meta, sendNotification, signal }) => ({ meta: _meta, notify: sendNotification, signal }),
      async touch() {
        for (const uri of subscribed) await server.server.sendResourceUpdated({ uri });
      },
      async ask({ requestId }) {
        const related = { relatedRequestId: requestId };
        const { roots } = await server.server.listRoots(undefined, related);
        const sampled = await server.server.createMessage(prompt, related);
        const elicited = await server.server.elicitInput(form, related);
        return textual(JSON.stringify([roots, sampled.content, elicited]));
      },
    });
    server.server.setRequestHandler(ListToolsRequestSchema, pageAt);
    return server;
  };
}

/** The same with the second SDK. `notify` tells subscribers of the modern protocol over HTTP. */
export function secondAsking(notify) {
  const shared = newSignals();
  return () => {
    const server = new McpServer(info, { capabilities });
    const subscribed = new Set();
    server.server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscribed.add(params.uri);
      return {};
    });
    addTools(server, {
      shared,
      echo: { inputSchema: z.object({ text: z.string() }) },
      requestOf: ({ mcpReq }) => ({ meta: mcpReq._meta, notify: mcpReq.notify, signal: mcpReq.signal }),
      async touch() {
        const uris = subscribed.size > 0 ? subscribed : ['note://1', 'note://2'];
        for (const uri of uris) await (notify ?? modernNotify(server))(uri);
      },
      ask({ mcpReq }) {
        const { inputResponses } = mcpReq;
        const state = mcpReq.requestState();
        if (state === undefined)
          return inputRequired({ requestState: 'one', inputRequests: { roots: inputRequired.listRoots() } });
        if (state === 'one')
          return inputRequired({
            requestState: JSON.stringify(inputResponses),
            inputRequests: {
              sampled: inputRequired.createMessage(prompt),
              elicited: inputRequired.elicit(form),
            },
          });
        return textual(JSON.stringify([JSON.parse(state), inputResponses]));
      },
    });
    server.server.setRequestHandler('tools/list', pageAt);
    return server;
  };
}

const modernNotify = (server) => (uri) => server.server.sendResourceUpdated({ uri });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv[2] === '1') await firstAsking()().connect(new StdioServerTransport());
  else serveStdio(secondAsking());
}
