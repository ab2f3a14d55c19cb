import type { ClientInfo } from '@mcp-witness/evidence';
import type { Correlation, Observation } from '../observation.ts';

/** What an opening said, for all that comes on its connection later. */
export interface Opened {
  readonly client: ClientInfo | null;
  readonly protocol_version: string | null;
  readonly correlation: Correlation;
  readonly transport: Observation['transport'];
}

/** By connection id; of the connections that were opened last. */
export interface OpenedConnections {
  keep(connection_id: string, opened: Opened): void;
  of(connection_id: string | null): Opened | null;
  take(connection_id: string): Opened | null;
}

const MOST_CONNECTIONS = 4096;

export function rememberConnections(): OpenedConnections {
  const known = new Map<string, Opened>();
  return {
    keep(connection_id, opened) {
      known.set(connection_id, opened);
      if (known.size <= MOST_CONNECTIONS) return;
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    },
    of: (connection_id) => (connection_id === null ? null : (known.get(connection_id) ?? null)),
    take(connection_id) {
      const opened = known.get(connection_id) ?? null;
      known.delete(connection_id);
      return opened;
    },
  };
}
