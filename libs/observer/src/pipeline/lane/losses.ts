import type { Loss, LossReason } from '../../sinks/sink.ts';

/** Counts what never reached a sink, until the sink was told. */
export interface Losses {
  lose(reason_code: LossReason, count: number): void;
  /** What there is to tell. */
  pending(): readonly Loss[];
  /** The sink was told of these. */
  told(losses: readonly Loss[]): void;
  /** All that was ever lost, told or not. */
  readonly total: number;
}

export function createLosses(): Losses {
  const counts = new Map<LossReason, number>();
  let total = 0;
  return {
    lose(reason_code, count) {
      if (count <= 0) return;
      total += count;
      counts.set(reason_code, (counts.get(reason_code) ?? 0) + count);
    },
    pending: () => [...counts].map(([reason_code, count]) => ({ reason_code, count })),
    told(losses) {
      for (const { reason_code, count } of losses) {
        const left = (counts.get(reason_code) ?? 0) - count;
        if (left > 0) counts.set(reason_code, left);
        else counts.delete(reason_code);
      }
    },
    get total() {
      return total;
    },
  };
}
