import { type FastifyRequest } from 'fastify';
import { maximalBodyBytes } from './json-body.ts';

/** How large a request's body is, at most, before it is looked at. */
export const bodyBytes = (request: FastifyRequest): number => {
  const length = Number(request.headers['content-length']);
  return Number.isSafeInteger(length) && length >= 0 ? Math.min(length, maximalBodyBytes) : maximalBodyBytes;
};
