import {
  createFrameObserver,
  type FrameObserver,
  type HttpFacts,
  type Observation,
} from '@mcp-witness/mcp-frames';

export interface Bench {
  readonly observer: FrameObserver;
  readonly facts: Observation[];
  /** Type and data of all that was told. */
  readonly told: () => { type: string; [field: string]: unknown }[];
  readonly of: <Type extends Observation['type']>(
    type: Type,
  ) => Extract<Observation, { type: Type }>['data'][];
  /** Lets the clock go on. */
  readonly pass: (milliseconds: number) => void;
  /** A request with its answer: a result, or an error when it has a code. */
  readonly exchange: (key: string | null, method: string, params: object, answer: Answer) => void;
  readonly initialize: (key: string) => void;
  readonly list: (key: string, names: readonly string[], page?: { cursor?: string; next?: string }) => void;
}

type Answer =
  | { readonly result: unknown }
  | { readonly error: { code: number; message: string; data?: unknown }; readonly http?: HttpFacts };

export const tool = (name: string): object => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' },
});

/** An observer with a clock and connection ids that can be foretold. */
export function bench({ ownCatalog = true } = {}): Bench {
  const facts: Observation[] = [];
  let clock = Date.UTC(2026, 10, 30, 12);
  let ids = 0;
  let connections = 0;
  const observer = createFrameObserver({
    server_name: 'witness',
    ownCatalog,
    now: () => clock,
    newConnectionId: () => `connection-${(connections += 1)}`,
    onEvidence: (fact) => facts.push(fact),
  });
  const exchange: Bench['exchange'] = (key, method, params, answer) => {
    ids += 1;
    const { http, ...told } = { http: null, ...answer };
    observer.onFrame({
      direction: 'to_server',
      message: { jsonrpc: '2.0', id: ids, method, params },
      connection_key: key,
    });
    observer.onFrame({
      direction: 'to_client',
      message: { jsonrpc: '2.0', id: ids, ...told },
      connection_key: key,
      http,
    });
  };
  return {
    observer,
    facts,
    exchange,
    told: () => facts.map(({ type, data }) => ({ type, ...data })),
    of: (type) => facts.filter((fact) => fact.type === type).map((fact) => fact.data) as never,
    pass: (milliseconds) => {
      clock += milliseconds;
    },
    initialize: (key) => {
      exchange(
        key,
        'initialize',
        { protocolVersion: '2025-11-25', clientInfo: { name: 'agent', version: '3' } },
        {
          result: {
            protocolVersion: '2025-11-25',
            capabilities: {},
            serverInfo: { name: 's', version: '1' },
          },
        },
      );
    },
    list: (key, names, { cursor, next } = {}) => {
      exchange(key, 'tools/list', cursor === undefined ? {} : { cursor }, {
        result: { tools: names.map(tool), ...(next === undefined ? {} : { nextCursor: next }) },
      });
    },
  };
}

/** `_meta` of a modern request. */
export const modern = (
  client: object | null = { name: 'agent-x', version: '3.1' },
  version = '2026-07-28',
): object => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(client === null ? {} : { 'io.modelcontextprotocol/clientInfo': client }),
  },
});
