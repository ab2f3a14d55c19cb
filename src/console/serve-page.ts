import fastifyStatic from '@fastify/static';
import { type FastifyInstance } from 'fastify';

/** The page loads nothing from elsewhere, runs no inline script, and is shown in no frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const notBuilt = [
  'The page was not built.',
  'Run "npm run build" in the checkout and start the service again.',
  'The API is under /v1, and /openapi.json describes it.',
  '',
].join('\n');

/**
 * Serves the built page at `/`, or says there that it was not built. It waits for nothing: waiting for a plugin would
 * seal the routes there are before Nest has set its error handler.
 */
export const servePage = (fastify: FastifyInstance, folder: string | null): void => {
  if (folder === null) {
    fastify.get('/', (_request, reply) => reply.status(404).type('text/plain; charset=utf-8').send(notBuilt));
    return;
  }
  void fastify.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('content-security-policy', policy);
      void reply.header('referrer-policy', 'no-referrer');
      // Built assets bear a hash of their content in their names.
      const isAsset = path.includes('/assets/');
      void reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
};
