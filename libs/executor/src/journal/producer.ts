import type { EvidenceEvent } from '@mcp-witness/evidence';
import { newId } from '../ids.ts';
import type { Fact } from './fact.ts';

/** Gives facts their envelope: an id, and a place in the order of who saw them. */
export interface Producer {
  event(attempt_id: string, fact: Fact): EvidenceEvent;
  /** Nothing more of that attempt comes. */
  forget(attempt_id: string): void;
}

/** `id` names the producer; its numbers run from 1 for each attempt. */
export function createProducer(id: string): Producer {
  const sequences = new Map<string, number>();
  return {
    event(attempt_id, fact) {
      const sequence = (sequences.get(attempt_id) ?? 0) + 1;
      sequences.set(attempt_id, sequence);
      const { type, data, witness, occurred_at } = fact;
      const event = {
        event_id: newId(),
        attachment_attempt_id: attempt_id,
        producer: { id, sequence },
        type,
        data,
        witness,
        occurred_at,
      };
      return event as EvidenceEvent;
    },
    forget: (attempt_id) => void sequences.delete(attempt_id),
  };
}
