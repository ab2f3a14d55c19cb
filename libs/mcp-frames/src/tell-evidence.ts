import type { ProtocolAcceptedData } from '@mcp-witness/evidence';
import type { FrameObserverOptions, Observation } from './frame.ts';
import { nameOf } from './names.ts';
import type { LogicalCall } from './tool-calls.ts';
import type { WalkedPage } from './tool-walks.ts';

interface CallEnd {
  readonly outcome: string;
  readonly error_code?: string | null;
  /** Asked for only where it is told. */
  readonly result_bytes?: () => number;
}

/** One function per kind of fact. */
export interface EvidenceTeller {
  accepted(data: Omit<ProtocolAcceptedData, 'server_name'>): void;
  /** The same refusal again and again, as a client that retries makes it, is told once until something is accepted. */
  refused(reason_code: string, connection_id: string | null): void;
  listed(page: WalkedPage, connection_id: string | null): void;
  toolsChanged(connection_id: string | null): void;
  called(call: LogicalCall, end: CallEnd): void;
  closed(connection_id: string, reason_code: string): void;
  /** Something that passed could not be read. */
  lost(): void;
}

const MOST_REFUSALS_KEPT = 256;

type WithoutTime<Fact> = Fact extends Observation ? Omit<Fact, 'occurred_at'> : never;

/** Many facts are of one millisecond. */
function createTimeText(): (ms: number) => string {
  let last = NaN;
  let text = '';
  return (ms) => {
    if (ms !== last) text = new Date(ms).toISOString();
    last = ms;
    return text;
  };
}

/** Where nobody asks for evidence. */
export const silent: EvidenceTeller = {
  accepted: () => undefined,
  refused: () => undefined,
  listed: () => undefined,
  toolsChanged: () => undefined,
  called: () => undefined,
  closed: () => undefined,
  lost: () => undefined,
};

type TellerOptions = FrameObserverOptions & {
  readonly onEvidence: NonNullable<FrameObserverOptions['onEvidence']>;
};

export function createEvidenceTeller(options: TellerOptions): EvidenceTeller {
  const { server_name, onEvidence, now, ownCatalog } = options;
  const refusals = new Set<string>();
  const begun = createTimeText();
  const seen = createTimeText();

  const tell = (fact: WithoutTime<Observation>): void => {
    onEvidence({ ...fact, occurred_at: seen(now()) });
  };

  return {
    accepted(data) {
      refusals.clear();
      tell({ type: 'protocol-accepted', data: { server_name, ...data } });
    },
    refused(reason_code, connection_id) {
      const key = JSON.stringify([reason_code, connection_id]);
      if (refusals.has(key) || refusals.size >= MOST_REFUSALS_KEPT) return;
      refusals.add(key);
      tell({ type: 'protocol-refused', data: { server_name, reason_code, connection_id } });
    },
    listed(page, connection_id) {
      const { tool_count, pages, complete, looped, served } = page;
      const warnings = looped ? ['pagination_loop'] : [];
      tell({
        type: 'tools-listed',
        data: { server_name, connection_id, tool_count, pages, complete, warnings },
        served,
      });
    },
    toolsChanged(connection_id) {
      tell({ type: 'tools-changed', data: { server_name, connection_id } });
    },
    called(call, { outcome, error_code = null, result_bytes = () => 0 }) {
      const at = now();
      const data = {
        server_name,
        connection_id: call.connection_id,
        tool_name: ownCatalog ? nameOf(call.tool_name) : null,
        started_at: begun(call.started_at),
        duration_ms: Math.max(0, Math.round(at - call.started_at)),
        outcome,
        error_code,
        result_bytes: result_bytes(),
        round_trips: call.round_trips,
      };
      onEvidence({ type: 'tool-called', data, occurred_at: seen(at) });
    },
    closed(connection_id, reason_code) {
      tell({ type: 'connection-closed', data: { server_name, connection_id, reason_code } });
    },
    lost() {
      tell({ type: 'evidence-lost', data: { count: 1, reason_code: 'frame_too_large' } });
    },
  };
}
