import { hash } from 'node:crypto';
import { type LogEvent, type NewEvent } from '@mcp-witness/event-log';
import { type CatalogTool, type EvidenceEvent } from '@mcp-witness/evidence';
import { encodeEvidence } from '../log/evidence-codec.ts';

/** Tells events of one stream apart by content: type and stored text. */
export type Fingerprint = string & { readonly brand: unique symbol };

const fingerprint = (type: string, digest: Uint8Array): Fingerprint =>
  `${type}:${Buffer.from(digest.buffer, digest.byteOffset, 16).toString('latin1')}` as Fingerprint;

const contentOf = ({ type, data }: Pick<NewEvent, 'type' | 'data'>): Fingerprint =>
  fingerprint(type, hash('sha256', data, 'buffer'));

/** Of the text as it was before the log sealed it, which its own digest does not cover. */
export const fingerprintOfStored = (event: LogEvent): Fingerprint => contentOf(event);

/** Tells starts of one attempt apart: what began and when, whoever saw it and as the how-manieth of its events. */
export const fingerprintOfStart = ({
  occurred_at,
  data,
}: Pick<EvidenceEvent, 'occurred_at' | 'data'>): Fingerprint =>
  fingerprint('attempt-started', hash('sha256', JSON.stringify([occurred_at, data]), 'buffer'));

/** One way in which an event may be stored. Its `meta` is that of its attempt, filled in when it is appended. */
export interface Form {
  readonly stored: NewEvent;
  readonly content: Fingerprint;
  readonly catalog: Catalog | null;
}

export interface Catalog {
  readonly digest: string;
  readonly tools: readonly CatalogTool[];
}

/**
 * An event that passed every check but those against its attempt. `ours` is how it is stored when its server is built in
 * or observer-owned, `theirs` when it is somebody else's: without catalog and tool names.
 */
export interface Prepared {
  readonly event: EvidenceEvent;
  readonly ours: Form;
  readonly theirs: () => Form;
}

export const formOf = (event: EvidenceEvent, catalog: Catalog | null = null): Form => {
  const stored = encodeEvidence(event, null);
  return {
    stored,
    content: contentOf(stored),
    catalog,
  };
};
