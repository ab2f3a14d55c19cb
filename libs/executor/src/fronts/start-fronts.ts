import type { Fronts, FrontsOptions } from './fronts.ts';
import { startHttpFront } from './http/http-front.ts';
import { createServerSight } from './server-sight.ts';
import { startStdioFront } from './stdio/stdio-front.ts';

interface Fronted {
  end(): Promise<void>;
}

/**
 * Starts the fronts on two free ports of 127.0.0.1. Nothing is printed, nothing listens elsewhere. Rejects when a port
 * cannot be had.
 */
export async function startFronts(options: FrontsOptions): Promise<Fronts> {
  const { onEvidence, onDetail, tokens, patienceMs = 10_000 } = options;
  const [http, stdio] = await Promise.all([startHttpFront(), startStdioFront()]);
  const byAttempt = new Map<string, Set<Fronted>>();

  const keep = (attempt_id: string, fronted: Fronted): void => {
    const others = byAttempt.get(attempt_id) ?? new Set<Fronted>();
    byAttempt.set(attempt_id, others.add(fronted));
  };
  const end = async (attempt_id: string): Promise<void> => {
    const fronted = byAttempt.get(attempt_id) ?? new Set<Fronted>();
    byAttempt.delete(attempt_id);
    await Promise.all([...fronted].map((one) => one.end()));
  };

  return {
    add(attempt_id, entry, { own } = { own: false }) {
      const sight = createServerSight({
        server_name: entry.name,
        own,
        tokens,
        patienceMs,
        handOver: (fact) => {
          onEvidence(attempt_id, fact);
        },
      });
      const fronted = 'url' in entry ? http.add(entry, sight) : stdio.add(entry, sight);
      if (fronted === null) {
        onDetail?.('a server has an address that cannot be passed through; it is delivered as it was');
        return entry;
      }
      keep(attempt_id, fronted);
      return fronted.entry;
    },
    tell: () => {
      http.tell();
    },
    end,
    async close() {
      await Promise.all([...byAttempt.keys()].map(end));
      await Promise.all([http.close(), stdio.close()]);
    },
  };
}
