/**
 * Carries frames between the stdin and stdout of this process and the in-session endpoint of one attempt, whose address is in
 * WITNESS_BRIDGE_ENDPOINT. Ends when either side ends. On stdout stands nothing but what the endpoint sent.
 */
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

function end(message: string): void {
  process.stderr.write(`witness bridge: ${message}\n`, () => process.exit(1));
}

function carry(socket: Duplex, head: Buffer): void {
  const leave = (): void => {
    socket.destroy();
    process.exit(0);
  };
  socket.on('error', leave);
  socket.on('close', leave);
  process.stdout.on('error', leave);
  process.stdin.on('error', () => socket.end());
  if (head.length > 0) process.stdout.write(head);
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
}

function connect(address: string): void {
  const headers = { connection: 'upgrade', upgrade: 'mcp-stdio' };
  const opening = request(address, { headers, agent: false });
  opening.on('upgrade', (_response, socket, head) => {
    carry(socket, head);
  });
  opening.on('response', ({ statusCode = 0 }) => {
    end(`the endpoint answered ${statusCode}; its attempt is over, or it belongs to another process`);
  });
  opening.on('error', () => {
    end('the endpoint cannot be reached; the process that started this session is gone');
  });
  opening.end();
}

const address = process.env.WITNESS_BRIDGE_ENDPOINT ?? '';
if (URL.canParse(address)) connect(address);
else end('WITNESS_BRIDGE_ENDPOINT does not say where the endpoint is; this program is started by an agent');
