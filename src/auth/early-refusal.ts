import { type FastifyInstance } from 'fastify';
import { admitBody } from '../http/body-holder.ts';
import { Problem } from '../http/problem.ts';
import { sendProblem } from '../http/send-problem.ts';
import { toProblem } from '../http/to-problem.ts';
import { type RequestWithCaller } from './caller.ts';
import { type Doorkeeper } from './doorkeeper.ts';
import { isPublicRoute } from './requirement.ts';

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Where a credential is needed, strangers are refused before the body that they send is read; where none is, no body is
 * read at all. The bodies of a tenant count together.
 */
export const refuseStrangersEarly = (fastify: FastifyInstance, doorkeeper: Doorkeeper): void => {
  fastify.addHook('onRequest', async (request: RequestWithCaller, reply) => {
    if (request.is404 || bodiless.has(request.method) || isPublicRoute(request.routeOptions.config))
      return undefined;
    try {
      const caller = await doorkeeper.admit(request.raw);
      if (caller === null) return await sendProblem(reply, new Problem('unauthenticated'));
      request.caller = caller;
      admitBody(request, caller.tenant_id);
      return undefined;
    } catch (error) {
      return sendProblem(reply, toProblem(error));
    }
  });
};
