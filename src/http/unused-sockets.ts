import { type FastifyInstance } from 'fastify';
import { type IncomingMessage } from 'node:http';
import { type Socket } from 'node:net';

/**
 * Ends connections that never carried a request when the server closes. Browsers open some ahead of need, and Node
 * counts them as busy, so that a server would wait for them.
 */
export const closeUnusedSockets = (fastify: FastifyInstance): void => {
  const unused = new Set<Socket>();
  const used = ({ socket }: IncomingMessage): void => {
    unused.delete(socket);
  };
  fastify.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  fastify.server.on('request', used);
  fastify.server.on('upgrade', used);
  fastify.addHook('preClose', (done) => {
    for (const socket of unused) socket.destroy();
    done();
  });
};
