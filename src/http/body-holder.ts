import { type FastifyRequest } from 'fastify';

const holders = new WeakMap<FastifyRequest, string>();

/** Lets the body of a request be read, as one of those that `holder` sends. */
export const admitBody = (request: FastifyRequest, holder: string): void => {
  holders.set(request, holder);
};

/** Whose the body is; null: nobody was admitted with it, so that none of it may be read. */
export const bodyHolder = (request: FastifyRequest): string | null => holders.get(request) ?? null;
