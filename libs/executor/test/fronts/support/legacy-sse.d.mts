import type { RequestListener } from 'node:http';
import type { Transport as SecondTransport } from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export declare const firstSseTransport: (url: URL) => Transport;
export declare const secondSseTransport: (url: URL) => SecondTransport;
export declare const legacySse: (connect: (transport: Transport) => Promise<void>) => RequestListener;
