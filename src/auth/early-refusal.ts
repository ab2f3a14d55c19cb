import { type FastifyInstance } from 'fastify';
import { Problem } from '../http/problem.ts';
import { sendProblem } from '../http/send-problem.ts';
import { type Authenticator, bearerOf } from './authenticator.ts';
import { type RequestWithCaller } from './caller.ts';

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Where a credential is needed, strangers are refused before the body that they send is read. */
export const refuseStrangersEarly = (fastify: FastifyInstance, authenticator: Authenticator): void => {
  fastify.addHook('onRequest', async (request: RequestWithCaller, reply) => {
    if (request.is404 || bodiless.has(request.method)) return undefined;
    const caller = await authenticator.authenticate(bearerOf(request.headers.authorization));
    if (caller === null) return sendProblem(reply, new Problem('unauthenticated'));
    request.caller = caller;
    return undefined;
  });
};
