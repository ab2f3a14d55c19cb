import { documentedSchemas } from './app.schemas.ts';
import { clientFrames, frameSchema, serverFrames } from './live/live.schemas.ts';

type Plain = Readonly<Record<string, unknown>>;

const ref = (pointer: string): Plain => ({ $ref: `#/${pointer}` });

/** The name of a message: its event without dots. */
const nameOf = (event: string): string =>
  event.replace(/[._](.)/g, (_, letter: string) => letter.toUpperCase());

const frames = Object.entries({ ...clientFrames, ...serverFrames });

const frameMessages: Plain = Object.fromEntries(
  frames.map(([event, frame]) => [
    nameOf(event),
    {
      name: event,
      summary: frame.summary,
      contentType: 'application/json',
      payload: frameSchema(event, frame),
    },
  ]),
);

const feedMessage: Plain = {
  name: 'event',
  summary:
    'One recorded event. The id of the server-sent event is its position: send it as `Last-Event-ID` to go on.',
  contentType: 'application/json',
  payload: ref('components/schemas/FeedEvent'),
};

const messagesOf = (names: readonly string[]): Plain =>
  Object.fromEntries(names.map((name) => [name, ref(`components/messages/${name}`)]));

const inChannel = (channel: string, names: readonly string[]): readonly Plain[] =>
  names.map((name) => ref(`channels/${channel}/messages/${name}`));

const spoken = (side: Plain): readonly string[] => Object.keys(side).map(nameOf);

const channels: Plain = {
  live: {
    address: '/v1/live',
    title: 'Live reports',
    description:
      'A WebSocket with the subprotocol `witness.v1`; a browser adds `bearer.<key>` as a second one. Closed with 4008 when the client reads too slowly, with 1001 when the service stops.',
    servers: [ref('servers/socket')],
    messages: messagesOf(frames.map(([event]) => nameOf(event))),
    bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
  },
  feed: {
    address: '/v1/feed',
    title: 'The feed as server-sent events',
    description:
      'GET with `Accept: text/event-stream`; parameters and other forms are in /openapi.json. Every 15 seconds without an event a comment comes, with an id alone. Connect again after the last id.',
    servers: [ref('servers/http')],
    messages: messagesOf(['feedEvent']),
  },
};

const operations: Plain = {
  hearClient: {
    action: 'receive',
    channel: ref('channels/live'),
    summary: 'What a client says on the live socket.',
    messages: inChannel('live', spoken(clientFrames)),
  },
  tellReports: {
    action: 'send',
    channel: ref('channels/live'),
    summary: 'What the service says on it.',
    messages: inChannel('live', spoken(serverFrames)),
  },
  tellEvents: {
    action: 'send',
    channel: ref('channels/feed'),
    summary: 'Recorded events in the order of the log, each once.',
    messages: inChannel('feed', ['feedEvent']),
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

/** The AsyncAPI 3.0 document of what the service says by itself: the live socket and the feed's stream. */
export const describeChannels = (): Plain => {
  const messages = { ...frameMessages, feedEvent: feedMessage };
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
        credential: { type: 'http', scheme: 'bearer', description: 'An API key with `reports:read`.' },
      },
    },
  };
};
