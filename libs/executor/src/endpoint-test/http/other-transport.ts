import { limited } from '../limited.ts';
import { readMessages } from '../link.ts';
import { bodyOf, exchange, mediaTypeOf, type Remote } from './exchange.ts';
import { eachEvent } from './stream.ts';

/** A look whether the server speaks the other transport takes no longer. */
const lookMs = 3_000;

/** Whether a GET at the address opens a stream that begins with an `endpoint` event. */
export async function speaksLegacySse(remote: Remote): Promise<boolean> {
  const { signal, release } = limited(remote.opening.signal, lookMs);
  const headers = { accept: 'text/event-stream' };
  try {
    const answer = await exchange(remote, { method: 'GET', url: remote.url, headers }, signal);
    if (mediaTypeOf(answer) !== 'text/event-stream') {
      answer.destroy();
      return false;
    }
    return await new Promise<boolean>((resolve) => {
      void eachEvent(answer, ({ type }) => {
        resolve(type === 'endpoint');
        answer.destroy();
      }).finally(() => {
        resolve(false);
      });
    });
  } catch {
    return false;
  } finally {
    release();
  }
}

/** Whether a POST of `initialize` at the address is answered by a message. */
export async function speaksStreamableHttp(remote: Remote, body: string): Promise<boolean> {
  const { signal, release } = limited(remote.opening.signal, lookMs);
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  try {
    const answer = await exchange(remote, { method: 'POST', url: remote.url, headers, body }, signal);
    if (mediaTypeOf(answer) === 'text/event-stream') {
      answer.destroy();
      return answer.statusCode === 200;
    }
    return readMessages(await bodyOf(answer, signal)) !== null;
  } catch {
    return false;
  } finally {
    release();
  }
}
