// One journey through all that `asking-server.mjs` does, with a client of either SDK; what was seen on it can be compared.
import { Client } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

const info = { name: 'editor', version: '9' };
const capabilities = { roots: {}, sampling: {}, elicitation: {} };
const note = 'note://1';
const updated = 'notifications/resources/updated';
const schemas = {
  'roots/list': ListRootsRequestSchema,
  'sampling/createMessage': CreateMessageRequestSchema,
  'elicitation/create': ElicitRequestSchema,
  [updated]: ResourceUpdatedNotificationSchema,
};
const answers = {
  'roots/list': { roots: [{ uri: 'file:///home' }] },
  'sampling/createMessage': { role: 'assistant', model: 'm', content: { type: 'text', text: '42' } },
  'elicitation/create': { action: 'accept', content: { name: 'Ada' } },
};

/** Notes what the server asks and tells, and answers. */
function listen(client, told, keyOf) {
  for (const [method, answer] of Object.entries(answers))
    client.setRequestHandler(keyOf(method), ({ params }) => {
      told.push([method, params ?? {}]);
      return answer;
    });
  client.setNotificationHandler(keyOf(updated), ({ params }) => {
    // The server is asked to tell it until it is heard.
    if (!told.some(([what, uri]) => what === updated && uri === params.uri)) told.push([updated, params.uri]);
  });
}

async function subscribed(client) {
  await client.subscribeResource({ uri: note });
  return async () => client.unsubscribeResource({ uri: note }).catch(() => undefined);
}

async function listening(client, told) {
  const subscription = await client.listen({ resourceSubscriptions: [note] });
  told.push(['honoured', subscription.honoredFilter]);
  return async () => {
    await subscription.close();
    told.push(['subscription', await subscription.closed]);
  };
}

const call = (client) => (name, options, args) => {
  const params = { name, arguments: args ?? {} };
  return client instanceof FirstClient
    ? client.callTool(params, undefined, options)
    : client.callTool(params, options);
};

/** By what a client is called in a title: connects over a transport of its SDK, and notes what it is told. */
export const askingClients = {
  async 'the first SDK'(transport, told) {
    const client = new FirstClient(info, { capabilities });
    listen(client, told, (method) => schemas[method]);
    await client.connect(transport);
    return { client, call: call(client), subscribe: () => subscribed(client) };
  },
  async 'the second SDK, legacy'(transport, told) {
    const client = new Client(info, { capabilities });
    listen(client, told, (method) => method);
    await client.connect(transport);
    return { client, call: call(client), subscribe: () => subscribed(client) };
  },
  async 'the second SDK, modern'(transport, told) {
    const client = new Client(info, { capabilities, versionNegotiation: { mode: 'auto' } });
    listen(client, told, (method) => method);
    await client.connect(transport);
    return { client, call: call(client), subscribe: () => listening(client, told) };
  },
};

/** Names of the tools of all pages; a client of the second SDK turns them by itself. */
async function allTools(client) {
  const names = [];
  let cursor;
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor });
    names.push(...page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return names;
}

/** Goes the whole way; what is large has `large` characters of two bytes. */
async function walk({ client, call, subscribe }, told, large) {
  let calls = 0;
  told.push(['tools', await allTools(client)]);
  const tool = async (name, options, args) => {
    calls += 1;
    return (await call(name, options, args)).content[0].text;
  };
  const deadline = Date.now() + 60_000;
  const unsubscribe = await subscribe();
  do {
    if (Date.now() > deadline) throw new Error('waited in vain for the subscribed note');
    await tool('touch');
  } while (!told.some(([what]) => what === updated));
  await unsubscribe();

  told.push(['asked', await tool('ask')]);
  const steps = [];
  const onprogress = (progress) => {
    told.push(['progress', progress]);
    steps.push(tool('next'));
  };
  told.push(['steps', await tool('steps', { onprogress })]);
  await Promise.all(steps);

  const abort = new AbortController();
  const cancelling = { signal: abort.signal, onprogress: () => abort.abort('enough') };
  told.push(['wait', await tool('wait', cancelling).catch((error) => `refused: ${error.name}`)]);
  told.push(['server', await tool('was_cancelled')]);

  const text = 'ä'.repeat(large);
  told.push(['large', (await tool('echo', {}, { text })) === text]);
  return calls;
}

/** Answers with what was seen, in order, and how many calls were made. */
export async function journey(connect, transport, large) {
  const told = [];
  const open = await connect(transport, told);
  try {
    return { told, calls: await walk(open, told, large) };
  } finally {
    await open.client.close();
  }
}
