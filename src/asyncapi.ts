import { documentedSchemas } from './app.schemas.ts';
import { executorHears, executorSays } from './executors/executor-frames.schemas.ts';
import { clientFrames, frameSchema, serverFrames } from './live/live.schemas.ts';

type Plain = Readonly<Record<string, unknown>>;

const ref = (pointer: string): Plain => ({ $ref: `#/${pointer}` });

/** The name of a message: its event without dots. */
const nameOf = (event: string): string =>
  event.replace(/[._](.)/g, (_, letter: string) => letter.toUpperCase());

type Frames = Readonly<Record<string, Parameters<typeof frameSchema>[1] & { readonly summary: string }>>;

/** Messages by their names, which `prefix` tells apart from those of another socket. */
const messagesFor = (frames: Frames, prefix = ''): Plain =>
  Object.fromEntries(
    Object.entries(frames).map(([event, frame]) => [
      nameOf(`${prefix}${event}`),
      {
        name: event,
        summary: frame.summary,
        contentType: 'application/json',
        payload: frameSchema(event, frame),
      },
    ]),
  );

const ofExecutors = 'executor.';
const said = messagesFor(clientFrames);
const told = messagesFor(serverFrames);
const executorSaid = messagesFor(executorSays, ofExecutors);
const executorTold = messagesFor(executorHears, ofExecutors);

const feedMessage: Plain = {
  name: 'event',
  summary:
    'One recorded event. The id of the server-sent event is its position: send it as `Last-Event-ID` to go on.',
  contentType: 'application/json',
  payload: ref('components/schemas/FeedEvent'),
};
const feedMessages: Plain = { feedEvent: feedMessage };

const messagesOf = (...sides: readonly Plain[]): Plain =>
  Object.fromEntries(
    sides.flatMap((side) => Object.keys(side)).map((name) => [name, ref(`components/messages/${name}`)]),
  );

const inChannel = (channel: string, side: Plain): readonly Plain[] =>
  Object.keys(side).map((name) => ref(`channels/${channel}/messages/${name}`));

const channels: Plain = {
  live: {
    address: '/v1/live',
    title: 'Live reports',
    description:
      'A WebSocket with the subprotocol `witness.v1`; a browser adds `bearer.<key>` as a second one. Closed with 4008 when the client reads too slowly, with 4401 when its credential is not taken any more, with 1001 when the service stops.',
    servers: [ref('servers/socket')],
    messages: messagesOf(said, told),
    bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
  },
  executor: {
    address: '/v1/executor',
    title: 'Executors',
    description:
      'A WebSocket with the subprotocol `witness.executor.v1`, for keys with `evidence:write`. Each executor holds one while it has a session. Closed with 4401 when its credential is not taken any more, with 1008 when it speaks for two executors, with 1001 when the service stops.',
    servers: [ref('servers/socket')],
    messages: messagesOf(executorSaid, executorTold),
    bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
  },
  feed: {
    address: '/v1/feed',
    title: 'The feed as server-sent events',
    description:
      'GET with `Accept: text/event-stream`; parameters and other forms are in /openapi.json. Every 15 seconds without an event a comment comes, with an id alone. Connect again after the last id.',
    servers: [ref('servers/http')],
    messages: messagesOf(feedMessages),
  },
};

const operations: Plain = {
  hearClient: {
    action: 'receive',
    channel: ref('channels/live'),
    summary: 'What a client says on the live socket.',
    messages: inChannel('live', said),
  },
  tellReports: {
    action: 'send',
    channel: ref('channels/live'),
    summary: 'What the service says on it.',
    messages: inChannel('live', told),
  },
  hearExecutor: {
    action: 'receive',
    channel: ref('channels/executor'),
    summary: 'What an executor says on its socket.',
    messages: inChannel('executor', executorSaid),
  },
  tellExecutor: {
    action: 'send',
    channel: ref('channels/executor'),
    summary: 'What the service answers.',
    messages: inChannel('executor', executorTold),
  },
  tellEvents: {
    action: 'send',
    channel: ref('channels/feed'),
    summary: 'Recorded events in the order of the log, each once.',
    messages: inChannel('feed', feedMessages),
    bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
  },
};

const namesIn = (schema: unknown): readonly string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].flatMap(
    ([, name]) => name ?? [],
  );

/** The documented schemas that `schema` needs, directly or by way of others. */
const neededBy = (schema: unknown): Plain => {
  const needed = new Map<string, unknown>();
  for (const names = [...namesIn(schema)]; names.length > 0;) {
    const name = names.pop() ?? '';
    if (needed.has(name)) continue;
    needed.set(name, documentedSchemas[name]);
    names.push(...namesIn(documentedSchemas[name]));
  }
  return Object.fromEntries([...needed].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const server = (protocol: string, description: string): Plain => ({
  host: '{address}',
  protocol,
  description,
  variables: { address: { default: '127.0.0.1:4477', description: 'Where the service listens.' } },
  security: [ref('components/securitySchemes/credential')],
});

/** The AsyncAPI 3.0 document of what the service says by itself: its two sockets and the feed's stream. */
export const describeChannels = (): Plain => {
  const messages = { ...said, ...told, ...executorSaid, ...executorTold, ...feedMessages };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Witness',
      version: '1',
      description: 'What the service tells as it happens. Requests and answers are in /openapi.json.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      socket: server('ws', 'WebSocket.'),
      http: server('http', 'HTTP, for server-sent events.'),
    },
    channels,
    operations,
    components: {
      messages,
      schemas: neededBy(messages),
      securitySchemes: {
        credential: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key with `reports:read`; for executors with `evidence:write`.',
        },
      },
    },
  };
};
