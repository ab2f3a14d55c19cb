import type { EvidenceEvent } from '@mcp-witness/evidence';
import type { Spool } from '../spool/spool.ts';
import type { Fact } from './fact.ts';
import type { FactKeeper } from './keeper.ts';
import { createProducer, type Producer } from './producer.ts';
import { type KnownSecrets, knownSecrets, redactFact } from './redact.ts';

export interface Journal {
  /** For what the relay sees. */
  readonly relay: FactKeeper;
  /** For what the in-session endpoint sees. */
  readonly endpoint: Pick<FactKeeper, 'note'>;
  /** For what the fronts see. */
  readonly front: Pick<FactKeeper, 'note'> & {
    /** `tell` notes what was seen and not noted yet: it stands before any delivery that is told from now on. */
    first(tell: () => void): void;
  };
  /** For what an operator had done. */
  readonly operator: Pick<FactKeeper, 'note'>;
  /** Of an attempt that is let go only the end of its execution is still told. */
  forget(attempt_id: string): void;
}

const none = knownSecrets([]);

/**
 * Turns facts into events, strikes the secrets of their attempt's configuration out, and hands them to the spool. Relay,
 * endpoint and fronts are producers of their own, since nothing orders the one after the other; what they carry is
 * delivered in their own order.
 */
export function createJournal(options: {
  readonly executor_id: string;
  readonly spool: Pick<Spool, 'keep'>;
  /** Told of every event, in order. */
  readonly onEvent: (event: EvidenceEvent) => void;
}): Journal {
  const { executor_id, spool, onEvent } = options;
  const relay = createProducer(`${executor_id}/relay`);
  const endpoint = createProducer(`${executor_id}/endpoint`);
  const front = createProducer(`${executor_id}/front`);
  const operator = createProducer(`${executor_id}/operator`);
  const secrets = new Map<string, KnownSecrets>();
  const untold: (() => void)[] = [];

  const carriers = { endpoint, front };

  function keep(
    producer: Producer,
    attempt_id: string,
    facts: readonly Fact[],
    durable: boolean,
  ): Promise<void> {
    const known = secrets.get(attempt_id);
    const told = known === undefined ? facts.filter(({ type }) => type === 'execution-ended') : facts;
    const events = told.map((fact) => producer.event(attempt_id, redactFact(fact, known ?? none)));
    events.forEach(onEvent);
    return spool.keep(events, durable);
  }

  return {
    relay: {
      open(attempt_id, facts, configurations) {
        secrets.set(attempt_id, configurations.length === 0 ? none : knownSecrets(configurations));
        return keep(relay, attempt_id, facts, true);
      },
      note: (attempt_id, facts) => void keep(relay, attempt_id, facts, false),
      delivered(attempt_id, deliveries) {
        for (const tell of untold) tell();
        for (const { fact, carrier } of deliveries) {
          void keep(carrier === null ? relay : carriers[carrier], attempt_id, [fact], false);
        }
      },
    },
    endpoint: { note: (attempt_id, facts) => void keep(endpoint, attempt_id, facts, false) },
    front: {
      note: (attempt_id, facts) => void keep(front, attempt_id, facts, false),
      first: (tell) => void untold.push(tell),
    },
    operator: { note: (attempt_id, facts) => void keep(operator, attempt_id, facts, false) },
    forget(attempt_id) {
      secrets.delete(attempt_id);
      operator.forget(attempt_id);
      endpoint.forget(attempt_id);
      front.forget(attempt_id);
    },
  };
}
