import type { LogEvent, Position } from '@mcp-witness/event-log';
import type { EvidenceType, RecordedClaim, RecordedEvidence } from '@mcp-witness/evidence';
import { decodeClaim } from '../../log/claim-codec.ts';
import { decodeEvidence } from '../../log/evidence-codec.ts';
import { holdsNothing } from '../../log/erased.ts';
import { isAttemptStream, isSessionStream } from '../../log/streams.ts';

interface Place {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly position: Position;
  readonly event: LogEvent;
}

export interface EvidenceFact extends Place {
  readonly kind: 'evidence';
  readonly evidence: RecordedEvidence;
}

export interface ClaimFact extends Place {
  readonly kind: 'claim';
  readonly claim: RecordedClaim;
}

/** What one event of the log says, read. */
export type Fact = EvidenceFact | ClaimFact;

/** Every type that this code folds. */
const foldable: Readonly<Record<EvidenceType, true>> = {
  'attempt-started': true,
  'server-resolved': true,
  'server-filtered': true,
  'server-unavailable': true,
  'server-delivered': true,
  'session-accepted': true,
  'protocol-accepted': true,
  'protocol-refused': true,
  'tools-listed': true,
  'tools-changed': true,
  'tool-called': true,
  'attachment-failed': true,
  'connection-closed': true,
  'endpoint-tested': true,
  'attempt-superseded': true,
  'execution-ended': true,
  'evidence-lost': true,
  'problem-reported': true,
};

/** Null: an event of a stream that is none of ours, or one that was erased. Throws when an event of ours cannot be read. */
export function readFact(event: LogEvent): Fact | null {
  if (holdsNothing(event)) return null;
  const { tenant_id, position } = event;
  if (isAttemptStream(event.stream)) {
    if (!Object.hasOwn(foldable, event.type)) {
      throw new Error('The type of the event is not known here: a newer service wrote it.');
    }
    const evidence = decodeEvidence(event);
    return { kind: 'evidence', tenant_id, session_id: evidence.session_id, position, event, evidence };
  }
  if (isSessionStream(event.stream)) {
    const claim = decodeClaim(event);
    return { kind: 'claim', tenant_id, session_id: claim.session_id, position, event, claim };
  }
  return null;
}

/** The attempt that a fact is about. */
export const attemptOf = (fact: Fact): string =>
  fact.kind === 'evidence' ? fact.evidence.attachment_attempt_id : fact.claim.data.attachment_attempt_id;
