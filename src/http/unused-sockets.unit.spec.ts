import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createFastify } from './fastify.ts';

describe('a server that closes', () => {
  it('does not wait for connections that never carried a request', async () => {
    const fastify = createFastify({ logLevel: 'silent', corsOrigins: [] }).getInstance();
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    const { port } = fastify.server.address() as AddressInfo;
    const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    const accepted = sockets.map(() => once(fastify.server, 'connection'));
    await Promise.all([...accepted, ...sockets.map((socket) => once(socket, 'connect'))]);
    sockets[1]?.write('GET /v1/sess');
    const ended = sockets.map((socket) => {
      socket.resume().on('error', () => undefined);
      return new Promise((resolve) => socket.once('close', resolve));
    });
    await fastify.close();
    await Promise.all(ended);
    expect(fastify.server.listening).toBe(false);
  });
});
