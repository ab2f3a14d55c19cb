import type { IncomingMessage } from 'node:http';
import { limited } from '../limited.ts';
import {
  type Answer,
  answerIn,
  type Link,
  modernVersion,
  readMessages,
  replyTo,
  type Request,
} from '../link.ts';
import { Setback, within } from '../setback.ts';
import { bodyOf, exchange, mediaTypeOf, type Remote } from './exchange.ts';
import { speaksLegacySse } from './other-transport.ts';
import { eachEvent } from './stream.ts';

const accepted = 'application/json, text/event-stream';
const farewellMs = 1_000;

const silent = (): Setback => new Setback('not_mcp', 'The server ended its answer without answering.');

/** The answer in a stream, while what the server asks in between is replied to. */
async function answerInStream(
  answer: IncomingMessage,
  id: number,
  { remote, reply }: { readonly remote: Remote; readonly reply: (message: object) => void },
): Promise<Answer> {
  let found: Answer | null = null;
  const reading = new Promise<Answer>((resolve, reject) => {
    eachEvent(answer, ({ data }) => {
      const messages = readMessages(data) ?? [];
      for (const message of messages) {
        const own = replyTo(message);
        if (own !== null) reply(own);
      }
      found ??= answerIn(messages, id);
      if (found !== null) resolve(found);
    }).then(() => {
      reject(silent());
    }, reject);
  });
  try {
    return await within(remote.opening.signal, reading);
  } finally {
    answer.destroy();
  }
}

async function refusedBy(remote: Remote, status: number): Promise<Setback> {
  const { progress } = remote.opening;
  if (progress.stage === 'tools_list') {
    return status === 404
      ? new Setback('stale_session', 'The server does not know the session any more that it had just opened.')
      : new Setback('tools_list_failed', `The server answered tools/list with HTTP ${status}.`);
  }
  if (status >= 500)
    return new Setback('initialize_failed', `The server answered the first request with HTTP ${status}.`);
  if (await speaksLegacySse(remote))
    return new Setback(
      'wrong_transport',
      'The server speaks the older SSE transport; this entry says `http`.',
    );
  return status === 404
    ? new Setback('not_found', 'The server has nothing at this address.')
    : new Setback('not_mcp', `What answered does not speak MCP here: HTTP ${status}.`);
}

async function read(
  answer: IncomingMessage,
  id: number,
  parts: { readonly remote: Remote; readonly reply: (message: object) => void },
): Promise<Answer> {
  const { statusCode = 0 } = answer;
  const isOk = statusCode >= 200 && statusCode < 300;
  const type = mediaTypeOf(answer);
  if (isOk && type === 'text/event-stream') return answerInStream(answer, id, parts);
  const text = await bodyOf(answer, parts.remote.opening.signal);
  const messages = type === 'application/json' || !isOk ? (readMessages(text) ?? []) : [];
  const found = answerIn(messages, id) ?? (isOk ? null : answerIn(asIfOf(messages, id), id));
  if (found !== null) return found;
  if (!isOk) throw await refusedBy(parts.remote, statusCode);
  throw new Setback('not_mcp', 'What answered does not speak MCP.');
}

/** A refusal before the request was read bears no id. */
const asIfOf = (messages: readonly unknown[], id: number): readonly unknown[] =>
  messages.map((message) => ({ ...(message as object), id }));

/** Streamable HTTP, of both eras. */
export function openHttp(remote: Remote): Link {
  const { progress, signal } = remote.opening;
  let session: string | null = null;

  const headers = (version: string | null, method: string | null): Record<string, string> => ({
    accept: accepted,
    'content-type': 'application/json',
    ...(session === null ? {} : { 'mcp-session-id': session }),
    ...(version === null ? {} : { 'mcp-protocol-version': version }),
    ...(method === null ? {} : { 'mcp-method': method }),
  });

  const post = (message: object, version: string | null, method: string | null): Promise<IncomingMessage> =>
    exchange(remote, {
      method: 'POST',
      url: remote.url,
      headers: headers(version, method),
      body: JSON.stringify(message),
    });

  async function tell(message: object, version: string | null): Promise<void> {
    (await post(message, version, null)).destroy();
  }

  progress.endings.push(async () => {
    if (session === null) return;
    const own = limited(new AbortController().signal, farewellMs);
    const sent = {
      method: 'DELETE',
      url: remote.url,
      headers: headers(progress.protocol_version, null),
    } as const;
    await exchange(remote, sent, own.signal).then(
      (answer) => answer.destroy(),
      () => undefined,
    );
    own.release();
  });

  return {
    tell,
    async ask(request: Request, version) {
      const answer = await post(request, version, version === modernVersion ? request.method : null);
      const id = answer.headers['mcp-session-id'];
      if (typeof id === 'string' && version === null) session = id;
      const reply = (message: object): void => void tell(message, version).catch(() => undefined);
      return within(signal, read(answer, request.id, { remote, reply }));
    },
  };
}
