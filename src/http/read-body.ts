import { type IncomingMessage } from 'node:http';
import { type BodyShare } from './body-room.ts';
import { Problem } from './problem.ts';

/** Largest body that is read, in bytes. */
const maximalBodyBytes = 8 * 1024 * 1024;

const refuseLarge = (bytes: number): void => {
  if (bytes > maximalBodyBytes)
    throw new Problem('too_large', { errors: [{ pointer: '', code: 'too_large' }] });
};

/** The whole body, each part of it taken from `share` as it comes. Rejects with `too_large`, `unavailable` or `malformed_request`. */
export const readBody = async (payload: IncomingMessage, share: BodyShare): Promise<Buffer> => {
  const declared = Number(payload.headers['content-length'] ?? Number.NaN);
  if (declared > 0) {
    refuseLarge(declared);
    share.expect(declared);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    const settle = (error: Error | null): void => {
      payload.off('data', take).off('end', end).off('error', fail);
      if (error === null) resolve();
      else reject(error);
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      try {
        refuseLarge(length);
        share.take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        settle(error as Error);
      }
    };
    const fail = (cause: unknown): void => {
      settle(new Problem('malformed_request', { cause }));
    };
    const end = (): void => {
      if (Number.isNaN(declared) || length === declared) settle(null);
      else fail(new Error('The body ended before its declared length.'));
    };
    payload.on('data', take).on('end', end).on('error', fail);
  });
  return Buffer.concat(chunks, length);
};
