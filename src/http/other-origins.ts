import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

/** What pages of other origins may send; a browser asks for leave of what it would not send by itself. */
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const requestHeaders = 'authorization, content-type, if-none-match, last-event-id';
/** What they may read beside the body. */
const answerHeaders = 'etag, link, location, retry-after, witness-position, www-authenticate';
/** How long a browser need not ask again. */
const leaveSeconds = 600;

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const answerPreflight = (reply: FastifyReply): void => {
  void reply
    .status(204)
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', requestHeaders)
    .header('access-control-max-age', leaveSeconds)
    .send();
};

/**
 * Lets pages of these origins call what is under `/v1/` and read the answers, with a key or token of their own: never with the
 * cookie of this service's pages. To others nothing is said, and their browsers keep the answers from them.
 */
export const answerOtherOrigins = (fastify: FastifyInstance, origins: readonly string[]): void => {
  const allowed: ReadonlySet<string> = new Set(origins);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin) || !request.url.startsWith('/v1/')) {
      done();
      return;
    }
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', answerHeaders)
      .header('vary', 'origin');
    if (isPreflight(request)) answerPreflight(reply);
    else done();
  });
};
