import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type FrameObserver, observeTransport } from '@mcp-witness/mcp-frames';
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Clients whose frames come over a stream, as those of stdio do. */
export interface StdioDoor {
  /** Serves one client for as long as the stream lasts. */
  readonly serve: (stream: Duplex) => void;
  close(): Promise<void>;
}

const accepted = [
  'HTTP/1.1 101 Switching Protocols',
  'Connection: Upgrade',
  'Upgrade: mcp-stdio',
  '',
  '',
].join('\r\n');

/** Of all that speaks to the endpoint a bridge alone asks for this. */
export const asksForStdio = (upgrade: string | undefined): boolean => upgrade === 'mcp-stdio';

/** A client that ends its side is told as one that closed its standard input. */
export function createStdioDoor(makeServer: () => McpServer, observer: FrameObserver): StdioDoor {
  const open = new Map<Duplex, () => Promise<void>>();
  return {
    serve(stream) {
      const connection_key = randomUUID();
      const transport = new StdioServerTransport(stream, stream);
      const sight = { observer, connection_key, close_reason: null };
      stream.on('error', () => undefined);
      stream.write(accepted);
      const server = serveStdio(makeServer, { transport: observeTransport(transport, sight) });
      const over = (reason_code: string): void => {
        if (!open.delete(stream)) return;
        observer.onClose(connection_key, reason_code);
        void server.close().catch(() => undefined);
        stream.end();
      };
      stream.once('end', () => {
        over('stdin_closed');
      });
      stream.once('close', () => {
        over('stream_closed');
      });
      open.set(stream, async () => {
        open.delete(stream);
        observer.onClose(connection_key, 'endpoint_closed');
        await server.close();
        stream.destroy();
      });
    },
    async close() {
      await Promise.all([...open.values()].map((end) => end()));
    },
  };
}
