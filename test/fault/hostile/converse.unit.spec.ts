import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { type Conversation } from './conversations.ts';
import { converse, type Conversed } from './converse.ts';
import { fin, opcode } from './socket-wire.ts';

const conversation: Conversation = {
  path: '/v1/live',
  method: 'GET',
  headers: { host: '127.0.0.1' },
  frames: [{ head: fin | opcode.text, payload: Buffer.from('{}'), masked: true, claims: null }],
  repeats: 1,
};

const beat = Buffer.from([fin | opcode.text, 2, ...Buffer.from('{}')]);

/** Converses with a server that accepts every socket, beats often, and does `then` once the client has ended its side. */
const conversed = async (then: (socket: Socket) => void): Promise<Conversed> => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    const beating = setInterval(() => socket.write(beat), 10);
    socket.on('error', () => undefined).resume();
    socket.on('end', () => {
      then(socket);
    });
    socket.on('close', () => {
      clearInterval(beating);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await converse(`http://127.0.0.1:${port}`, conversation, 1_000);
  } finally {
    server.close();
  }
};

describe('a conversation over a socket', () => {
  it('tells that the service keeps a connection whose client has gone, also while it goes on to beat', async () => {
    const { left, status, texts } = await conversed(() => undefined);
    expect({ left, status }).toEqual({ left: true, status: 101 });
    expect(texts).toContain('{}');
  });

  it('tells that the service ended it', async () => {
    const { left, status } = await conversed((socket) => socket.destroy());
    expect({ left, status }).toEqual({ left: false, status: 101 });
  });
});
