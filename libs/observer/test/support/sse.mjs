import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';

// Deprecated, and still spoken: what both ends of it are, apart from the specs.
export const sseServerTransport = (path, res) => new SSEServerTransport(path, res);
export const sseClientTransport = (url) => new SSEClientTransport(new URL(url));
