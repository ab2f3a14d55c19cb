import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export interface SseServer extends Transport {
  readonly sessionId: string;
  handlePostMessage(req: IncomingMessage, res: ServerResponse): Promise<void>;
}
export declare function sseServerTransport(path: string, res: ServerResponse): SseServer;
export declare function sseClientTransport(url: string): Transport;
