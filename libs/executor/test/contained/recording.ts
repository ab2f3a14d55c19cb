import { newId } from '../../src/ids.ts';
import { seen } from '../../src/journal/fact.ts';
import { createJournal, type Journal } from '../../src/journal/journal.ts';
import { createProducer } from '../../src/journal/producer.ts';
import type { EvidenceSink } from '../../src/sender/sink.ts';
import { createSender } from '../../src/sender/sender.ts';
import { createSpool, defaultSpoolLimits, type Spool, type SpoolLimits } from '../../src/spool/spool.ts';
import type { Store } from '../../src/spool/store.ts';

/** The way of evidence from journal to sink, with the parts that a test wants to see fail. */
export interface Recording {
  readonly journal: Journal;
  readonly spool: Spool;
  /** Sends what is left, as at the end of a run. */
  finish(): Promise<void>;
}

export function startRecording(parts: {
  readonly sink: EvidenceSink;
  readonly file: Store | null;
  readonly limits?: SpoolLimits;
}): Recording {
  const losses = createProducer('spool');
  let wake = (): void => undefined;
  const spool = createSpool({
    file: parts.file,
    limits: parts.limits ?? defaultSpoolLimits,
    lossEvent: (attempt, count, reason_code) =>
      losses.event(attempt, seen('evidence-lost', { count, reason_code })),
    onKept: () => {
      wake();
    },
  });
  const sender = createSender({
    sink: parts.sink,
    backlog: spool,
    onTrouble: () => undefined,
    backoff: () => 1,
  });
  wake = () => {
    sender.wake();
  };
  return {
    journal: createJournal({ executor_id: newId(), spool, onEvent: () => undefined }),
    spool,
    async finish() {
      await spool.settle();
      await sender.finish(10_000);
      await spool.close();
    },
  };
}
