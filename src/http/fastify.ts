import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Settings } from '../config/settings.ts';
import { watchRoutes } from './allowed-methods.ts';
import { readBodies } from './json-body.ts';
import { answerOtherOrigins } from './other-origins.ts';
import { Problem } from './problem.ts';
import { sendProblem } from './send-problem.ts';
import { closeUnusedSockets } from './unused-sockets.ts';

const templateOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unmatched';

/** Logs name a route by its template: paths, query values and bodies may hold what must not be kept. */
const logAnswers = (fastify: FastifyInstance): void => {
  fastify.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 500 ? 'error' : reply.statusCode >= 400 ? 'info' : 'debug';
    request.log[level](
      {
        method: request.method,
        route: templateOf(request),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
};

const answerUnknownPaths = (fastify: FastifyInstance): void => {
  const allowed = watchRoutes(fastify);
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff');
    done();
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.is404) {
      const methods = allowed(request.url.split('?', 1)[0] ?? '/');
      if (methods.length > 0) {
        const headers = { allow: methods.join(', ') };
        sendProblem(reply, new Problem('method_not_allowed', { headers }));
        return;
      }
      sendProblem(reply, new Problem('not_found'));
      return;
    }
    done();
  });
};

/** The HTTP server beneath Nest: body limits and parsers, headers of every answer, logging. */
export const createFastify = ({
  logLevel,
  corsOrigins,
}: Pick<Settings, 'logLevel' | 'corsOrigins'>): FastifyAdapter => {
  const adapter = new FastifyAdapter({
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // What still comes on an open connection while the service stops is answered, and the connection ended with it.
    return503OnClosing: false,
    logger: {
      level: logLevel,
      serializers: { req: () => ({}), res: () => ({}) },
      stream: process.stderr,
    },
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 2_000 },
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const code = error.statusCode === 414 ? 'too_large' : 'malformed_request';
      sendProblem(reply, new Problem(code));
    },
  });
  const fastify = adapter.getInstance();
  readBodies(fastify);
  logAnswers(fastify);
  answerOtherOrigins(fastify, corsOrigins);
  answerUnknownPaths(fastify);
  closeUnusedSockets(fastify);
  return adapter;
};
