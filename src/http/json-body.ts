import { type IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { bodyHolder } from './body-holder.ts';
import { type BodyShare, createBodyRoom } from './body-room.ts';
import { Problem } from './problem.ts';
import { readBody } from './read-body.ts';

/** Bytes of bodies that are read or worked on at the same time. What they are read into takes several times as much. */
const mostBytesInside = 64 * 1024 * 1024;

const decode = (body: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new Problem('malformed_json', { cause });
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the body, so it is not kept as the cause.
    throw new Problem('malformed_json');
  }
};

/** A line of an NDJSON body: its value, or null where the line is no JSON. */
type NdjsonLine = { readonly value: unknown } | null;

const readLine = (line: string): NdjsonLine => {
  try {
    return { value: JSON.parse(line) as unknown };
  } catch {
    return null;
  }
};

/** The body of an `application/x-ndjson` request: empty lines are skipped, the others keep their order. */
export class NdjsonBody {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads the first `limit` lines, and looks at no more of the body than they need. */
  first(limit: number): readonly NdjsonLine[] {
    const lines: NdjsonLine[] = [];
    for (let start = 0; start < this.#text.length && lines.length < limit;) {
      const found = this.#text.indexOf('\n', start);
      const end = found < 0 ? this.#text.length : found;
      const line = this.#text.slice(start, end);
      if (line.trim() !== '') lines.push(readLine(line));
      start = end + 1;
    }
    return lines;
  }
}

/** A few compressed bytes may hold any number: none are taken, and that is said before they are read. */
const refuseEncodings = (fastify: FastifyInstance): void => {
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity' || encoding === '') done();
    else done(new Problem('unsupported_media_type', { headers: { 'accept-encoding': 'identity' } }));
  });
};

/** Each body that may be read has its share of the room until it is answered or its client has gone. */
const shareRoom = (fastify: FastifyInstance): ((request: FastifyRequest) => BodyShare | null) => {
  const room = createBodyRoom(mostBytesInside);
  const shares = new WeakMap<FastifyRequest, BodyShare>();
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    const holder = bodyHolder(request);
    if (holder !== null) {
      const share = room.open(holder);
      shares.set(request, share);
      reply.raw.once('close', () => {
        share.release();
      });
    }
    done();
  });
  return (request) => shares.get(request) ?? null;
};

/**
 * A client that is told to come again is told so on a connection that it may go on with: what it still sends is dropped,
 * as one that is cut off while it sends may never read the answer.
 */
const keepRefused = (fastify: FastifyInstance): void => {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 503) reply.removeHeader('connection');
    done(null, payload);
  });
};

/**
 * Reads JSON and NDJSON bodies, and no others (415), of 8 MiB at most (413), while there is room for them (503). Own
 * properties named `__proto__` and `constructor` are ordinary data here: nothing below copies them by assignment. An
 * absent or empty body is undefined, and so is one that `admitBody` was not called for, of which no byte is read.
 */
export const readBodies = (fastify: FastifyInstance): void => {
  refuseEncodings(fastify);
  keepRefused(fastify);
  const shareOf = shareRoom(fastify);
  const read = async (request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> => {
    const share = shareOf(request);
    return share === null ? Buffer.alloc(0) : readBody(payload, share);
  };
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const body = await read(request, payload);
      return body.length === 0 ? undefined : parse(decode(body));
    },
  );
  fastify.addContentTypeParser(
    'application/x-ndjson',
    async (request: FastifyRequest, payload: IncomingMessage) =>
      new NdjsonBody(decode(await read(request, payload))),
  );
};
