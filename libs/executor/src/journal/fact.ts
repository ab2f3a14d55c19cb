import type { EvidenceData, EvidenceType, Witness } from '@mcp-witness/evidence';

/** One fact of an attempt, without the envelope (ids, producer) that the journal gives it. */
export type Fact = {
  [Type in EvidenceType]: {
    readonly type: Type;
    readonly data: EvidenceData[Type];
    readonly witness: Witness;
    /** RFC 3339 UTC, when it was seen. */
    readonly occurred_at: string;
  };
}[EvidenceType];

/** A fact that the relay saw on the wire just now. */
export function seen<Type extends EvidenceType>(
  type: Type,
  data: EvidenceData[Type],
): { type: Type; data: EvidenceData[Type]; witness: 'acp_relay'; occurred_at: string } {
  return { type, data, witness: 'acp_relay', occurred_at: new Date().toISOString() };
}
