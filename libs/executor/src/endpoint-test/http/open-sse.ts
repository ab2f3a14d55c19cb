import type { IncomingMessage } from 'node:http';
import { limited } from '../limited.ts';
import { type Answer, answerIn, type Link, readMessages, replyTo } from '../link.ts';
import { Setback, within } from '../setback.ts';
import { exchange, mediaTypeOf, type Remote } from './exchange.ts';
import { speaksStreamableHttp } from './other-transport.ts';
import { eachEvent } from './stream.ts';

/** A legacy stream begins with the address for messages; one that does not within this time is none. */
const addressMs = 5_000;

const probe = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'witness-endpoint-test', version: '1' },
  },
});

async function noStream(remote: Remote, status: number): Promise<Setback> {
  if (status >= 500)
    return new Setback('initialize_failed', `The server answered with HTTP ${status}, and no stream.`);
  if (await speaksStreamableHttp(remote, probe))
    return new Setback('wrong_transport', 'The server speaks Streamable HTTP; this entry says `sse`.');
  return status === 404
    ? new Setback('not_found', 'The server has nothing at this address.')
    : new Setback('not_mcp', 'What answered opens no stream of events.');
}

const broken = (): Setback =>
  new Setback('connection_refused', 'The server ended the stream before it had answered.');

function addressOf(data: string, url: URL): URL {
  const address = URL.canParse(data.trim(), url.href) ? new URL(data.trim(), url) : null;
  if (address?.origin === url.origin) return address;
  throw new Setback(
    'redirect_refused',
    'The server names an address of another origin for the messages of its clients.',
  );
}

interface Stream {
  readonly address: Promise<URL>;
  readonly ended: Promise<never>;
  readonly waiting: Map<number, (answer: Answer) => void>;
}

function follow(answer: IncomingMessage, url: URL, reply: (message: object) => void): Stream {
  const waiting: Stream['waiting'] = new Map();
  let told: (address: URL) => void = () => undefined;
  let fail: (reason: Error) => void = () => undefined;
  const address = new Promise<URL>((resolve, reject) => {
    told = resolve;
    fail = reject;
  });
  const ended = eachEvent(answer, ({ type, data }) => {
    if (type === 'endpoint') {
      try {
        told(addressOf(data, url));
      } catch (error) {
        fail(error as Error);
      }
      return;
    }
    const messages = readMessages(data) ?? [];
    for (const message of messages) {
      const own = replyTo(message);
      if (own !== null) reply(own);
    }
    for (const [id, settle] of waiting) {
      const found = answerIn(messages, id);
      if (found !== null) settle(found);
    }
  }).then((): never => {
    throw broken();
  });
  ended.catch(() => undefined);
  address.catch(() => undefined);
  return { address, ended, waiting };
}

/** The older transport: a stream for what the server says, and an address for what it is told. */
export async function openSse(remote: Remote): Promise<Link> {
  const { url, opening } = remote;
  const { signal, progress } = opening;
  const answer = await exchange(remote, { method: 'GET', url, headers: { accept: 'text/event-stream' } });
  progress.endings.push(() => {
    answer.destroy();
    return Promise.resolve();
  });
  const { statusCode = 0 } = answer;
  if (statusCode !== 200 || mediaTypeOf(answer) !== 'text/event-stream')
    throw await noStream(remote, statusCode);

  const post = async (message: object, version: string | null): Promise<void> => {
    const headers = {
      'content-type': 'application/json',
      ...(version === null ? {} : { 'mcp-protocol-version': version }),
    };
    const address = await stream.address;
    const sent = await exchange(remote, {
      method: 'POST',
      url: address,
      headers,
      body: JSON.stringify(message),
    });
    sent.destroy();
    if ((sent.statusCode ?? 0) < 300) return;
    const code = progress.stage === 'tools_list' ? 'tools_list_failed' : 'initialize_failed';
    throw new Setback(code, `The server answered a message with HTTP ${sent.statusCode ?? 0}.`);
  };
  const stream = follow(answer, url, (message) => void post(message, null).catch(() => undefined));
  const patience = limited(signal, addressMs);
  try {
    await within(patience.signal, Promise.race([stream.address, stream.ended]));
  } catch (error) {
    if (error instanceof Setback || signal.aborted) throw error;
    throw await noStream(remote, statusCode);
  } finally {
    patience.release();
  }
  return {
    tell: post,
    async ask(request, version) {
      const answered = new Promise<Answer>((resolve) => stream.waiting.set(request.id, resolve));
      try {
        await within(signal, post(request, version));
        return await within(signal, Promise.race([answered, stream.ended]));
      } finally {
        stream.waiting.delete(request.id);
      }
    },
  };
}
