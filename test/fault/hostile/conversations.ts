import fc from 'fast-check';
import { type Resolve, type Schema, valueOf } from './from-schema.ts';
import { fin, opcode, type WireFrame } from './socket-wire.ts';
import { canary, headerText, hostileText, rawBody } from './values.ts';

/** A connection to a socket of the service: how it is asked for, and what is then written, whatever the answer is. */
export interface Conversation {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly frames: readonly WireFrame[];
  /** How often the last frame is written. */
  readonly repeats: number;
}

export interface AsyncApi {
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly address: string;
        readonly servers: readonly { readonly $ref: string }[];
        readonly messages: Readonly<Record<string, { readonly $ref: string }>>;
      }
    >
  >;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: Schema }>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** As they are registered; the document says them in words alone. */
const subprotocols: Readonly<Record<string, string>> = {
  '/v1/live': 'witness.v1',
  '/v1/executor': 'witness.executor.v1',
};

const frame = (head: number, payload: Buffer, over: Partial<WireFrame> = {}): WireFrame => ({
  head,
  payload,
  masked: true,
  claims: null,
  ...over,
});

const text = (value: string): WireFrame => frame(fin | opcode.text, Buffer.from(value));

const brokenFrames: fc.Arbitrary<WireFrame> = fc.oneof(
  hostileText.map((value) => frame(fin | opcode.binary, Buffer.from(value))),
  hostileText.map((value) => frame(opcode.text, Buffer.from(value))),
  hostileText.map((value) => frame(opcode.continuation, Buffer.from(value))),
  hostileText.map((value) => frame(fin | opcode.continuation, Buffer.from(value))),
  hostileText.map((value) => frame(fin | opcode.ping, Buffer.from(value).subarray(0, 125))),
  hostileText.map((value) => frame(fin | opcode.ping, Buffer.from(value))),
  hostileText.map((value) => frame(fin | opcode.close, Buffer.from(value).subarray(0, 125))),
  fc.constant(frame(fin | opcode.text, Buffer.from([0xc3, 0x28, 0xff]))),
  fc.constant(frame(fin | opcode.text, Buffer.alloc(70_000, canary))),
  fc.constant(frame(fin | opcode.pong, Buffer.alloc(0))),
  fc
    .constantFrom(2 ** 20, 2 ** 40, Number.MAX_SAFE_INTEGER)
    .map((claims) => frame(fin | opcode.text, Buffer.from(canary), { claims })),
  fc.constant(frame(fin | opcode.text, Buffer.from(canary), { claims: 10_000 })),
  fc.constant(frame(fin | opcode.text, Buffer.from(canary), { masked: false })),
  fc.nat({ max: 255 }).map((head) => frame(head, Buffer.from(canary))),
);

const handshake = (path: string, credential: string): fc.Arbitrary<Record<string, string>> => {
  const usually = (value: string): fc.Arbitrary<string> =>
    fc.oneof({ weight: 14, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: headerText });
  return fc.record({
    host: fc.constant('127.0.0.1'),
    connection: usually('Upgrade'),
    upgrade: usually('websocket'),
    'sec-websocket-key': usually('dGhlIHNhbXBsZSBub25jZQ=='),
    'sec-websocket-version': fc.oneof(
      { weight: 14, arbitrary: fc.constant('13') },
      { weight: 1, arbitrary: fc.constantFrom('12', '0', 'x') },
    ),
    'sec-websocket-protocol': fc.oneof(
      { weight: 10, arbitrary: fc.constant(subprotocols[path] ?? path) },
      { weight: 1, arbitrary: fc.constantFrom('', 'mqtt', ',', Object.values(subprotocols).join(', ')) },
      { weight: 1, arbitrary: headerText.map((value) => `witness.v1, bearer.${value}`) },
      { weight: 1, arbitrary: headerText },
    ),
    authorization: usually(`Bearer ${credential}`),
  });
};

/** Connections to every socket of the document: wrong handshakes, frames nearly as they should be, frames that break the protocol, floods. */
export const conversationsOf = (
  document: AsyncApi,
  credential: string,
): Readonly<Record<string, fc.Arbitrary<Conversation>>> => {
  const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
  const resolve: Resolve = (reference) => document.components.schemas[nameIn(reference)] ?? {};
  const sockets = Object.values(document.channels).filter(({ servers }) =>
    servers.some(({ $ref }) => nameIn($ref) === 'socket'),
  );
  return Object.fromEntries(
    sockets.map(({ address, messages }) => {
      const payloads = Object.values(messages).map(
        ({ $ref }) => document.components.messages[nameIn($ref)]?.payload ?? {},
      );
      const spoken = fc
        .oneof(...payloads.map((payload) => valueOf(payload, resolve)))
        .map((value) => text(JSON.stringify(value)));
      const frames = fc.oneof(
        { weight: 12, arbitrary: spoken },
        { weight: 3, arbitrary: rawBody.map((value) => text(value.slice(0, 10_000))) },
        { weight: 1, arbitrary: brokenFrames },
      );
      const one: fc.Arbitrary<Conversation> = fc.record({
        path: fc.oneof(
          { weight: 9, arbitrary: fc.constant(address) },
          {
            weight: 1,
            arbitrary: hostileText.map(
              (value) => `${address}?after=${encodeURIComponent(Buffer.from(value).toString())}`,
            ),
          },
        ),
        method: fc.oneof(
          { weight: 19, arbitrary: fc.constant('GET') },
          { weight: 1, arbitrary: fc.constantFrom('POST', 'CONNECT') },
        ),
        headers: handshake(address, credential),
        frames: fc.array(frames, { minLength: 1, maxLength: 12 }),
        repeats: fc.oneof(
          { weight: 19, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.constant(1_000) },
        ),
      });
      return [address, one];
    }),
  );
};
