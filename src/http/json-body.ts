import { type FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

/** Largest body that is read, in bytes. */
export const maximalBodyBytes = 8 * 1024 * 1024;

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

/**
 * Reads JSON and NDJSON bodies, and no others (415). Own properties named `__proto__` and `constructor` are ordinary
 * data here: nothing below copies them by assignment. An absent or empty body is undefined.
 */
export const readBodies = (fastify: FastifyInstance): void => {
  refuseEncodings(fastify);
  fastify.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: maximalBodyBytes } as const;
  fastify.addContentTypeParser('application/json', options, (_request, body: Buffer, done) => {
    settle(done, () => (body.length === 0 ? undefined : parse(decode(body))));
  });
  fastify.addContentTypeParser('application/x-ndjson', options, (_request, body: Buffer, done) => {
    settle(done, () => new NdjsonBody(decode(body)));
  });
};

const settle = (done: (error: Error | null, body?: unknown) => void, read: () => unknown): void => {
  try {
    done(null, read());
  } catch (error) {
    done(error as Error);
  }
};
