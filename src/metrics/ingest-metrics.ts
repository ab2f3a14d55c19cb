import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Counts what became of evidence events. */
@Injectable()
export class IngestMetrics {
  private readonly events: Counter<'outcome'>;

  constructor(registry: Registry) {
    this.events = new Counter({
      name: 'witness_evidence_events_total',
      help: 'Evidence events received, by what became of them.',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  count(receipt: {
    readonly accepted: number;
    readonly duplicates: number;
    readonly rejected: readonly { readonly code: string }[];
  }): void {
    this.events.inc({ outcome: 'accepted' }, receipt.accepted);
    this.events.inc({ outcome: 'duplicate' }, receipt.duplicates);
    for (const { code } of receipt.rejected) this.events.inc({ outcome: code });
  }
}
