import type { McpServer as FirstServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { McpServer } from '@modelcontextprotocol/server';

/** A factory of instances of one server. */
export declare const firstAsking: () => () => FirstServer;

/** The same with the second SDK. `notify` tells subscribers of the modern protocol over HTTP. */
export declare const secondAsking: (notify?: (uri: string) => void) => () => McpServer;
