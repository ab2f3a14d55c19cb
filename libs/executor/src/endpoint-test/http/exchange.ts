import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { HttpEntry } from '../../fronts/fronts.ts';
import { networkFailure } from '../../fronts/http/network-failure.ts';
import { configuredHeaders } from '../../fronts/http/target.ts';
import { mostBytes, type Opening } from '../link.ts';
import { Setback, within } from '../setback.ts';

export interface Sent {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The server's address and headers, and the test that asks it. */
export interface Remote {
  readonly entry: HttpEntry;
  readonly url: URL;
  readonly opening: Opening;
}

const mostRedirects = 5;
const mostHeaderBytes = 64 * 1024;

const failureOf = (error: Error): Setback => {
  const failure = networkFailure(error);
  return failure === 'not_mcp'
    ? new Setback('not_mcp', 'What answered does not speak HTTP.')
    : new Setback(failure.reason_code, failure.summary);
};

/** The protocol's own headers stand over what the configuration says. */
function headersOf({ entry, url }: Remote, own: Sent['headers']): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of configuredHeaders(url, entry.headers)) headers[name.toLowerCase()] = value;
  for (const [name, value] of Object.entries(own)) headers[name] = value;
  return headers;
}

/** Who is named in the address goes in a header, as configured headers do. */
function withoutUser(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain;
}

function once(
  remote: Remote,
  { method, url, headers, body }: Sent,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { progress } = remote.opening;
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const connected = (): void => {
      if (progress.stage === 'connect') progress.stage = 'initialize';
    };
    try {
      const asked = (secure ? httpsRequest : httpRequest)(
        withoutUser(url),
        {
          method,
          headers: {
            ...headersOf(remote, headers),
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
          agent: false,
          signal,
          maxHeaderSize: mostHeaderBytes,
        },
        resolve,
      );
      asked.once('socket', (socket) => {
        socket.once(secure ? 'secureConnect' : 'connect', connected);
      });
      asked.once('error', (error) => {
        reject(signal.aborted ? (signal.reason as Error) : failureOf(error));
      });
      asked.end(body);
    } catch {
      reject(new Setback('invalid_configuration', 'What the configuration says makes no valid request.'));
    }
  });
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Where the same request goes on: within the origin only, since headers are meant for that. Throws when it may not. */
function redirected({ headers, statusCode = 0 }: IncomingMessage, { url, method }: Sent): URL {
  const { location = '' } = headers;
  const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
  const keepsRequest = method === 'GET' || statusCode === 307 || statusCode === 308;
  if (next?.origin !== url.origin || !keepsRequest) {
    throw new Setback(
      'redirect_refused',
      'The server sends its clients elsewhere; a test follows to no other origin, since its headers are not meant for that.',
    );
  }
  return next;
}

/**
 * One request, with redirects followed within the origin. Rejects with a `Setback` where there is no answer or a closed door:
 * no sign-in, forbidden, elsewhere.
 */
export async function exchange(
  remote: Remote,
  sent: Sent,
  signal = remote.opening.signal,
): Promise<IncomingMessage> {
  let { url } = sent;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await once(remote, { ...sent, url }, signal);
    remote.opening.progress.reachable = true;
    const { statusCode = 0 } = answer;
    if (statusCode === 401 || statusCode === 403 || isRedirect(statusCode)) answer.destroy();
    if (statusCode === 401) {
      throw answer.headers['www-authenticate'] === undefined
        ? new Setback('auth_required_no_offer', 'The server wants a sign-in, and offers no way to it.')
        : new Setback('auth_required', 'The server wants a sign-in, and offers a way to it.');
    }
    if (statusCode === 403) throw new Setback('forbidden', 'The server answered that this is forbidden.');
    if (!isRedirect(statusCode)) return answer;
    url = redirected(answer, { ...sent, url });
    if (redirects === mostRedirects)
      throw new Setback('redirect_refused', 'The server redirects without end.');
  }
}

export const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The whole body, as far as it is short enough. */
export async function bodyOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const reading = new Promise<void>((resolve, reject) => {
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= mostBytes.answer) return;
      answer.destroy();
      reject(new Setback('not_mcp', 'The answer of the server is longer than any that a client would read.'));
    });
    answer.once('end', resolve);
    answer.once('error', (error) => {
      reject(failureOf(error));
    });
    answer.once('close', () => {
      reject(new Setback('connection_refused', 'The server ended the connection within its answer.'));
    });
  });
  await within(signal, reading);
  return Buffer.concat(chunks).toString('utf8');
}
