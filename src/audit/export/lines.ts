/** Lines of an export, each one JSON object. Bytes are lower-case hexadecimal, keys and signatures base64. */
export interface HeaderLine {
  readonly kind: 'header';
  /** `witness-audit-export`. */
  readonly format: string;
  /** 1. */
  readonly version: number;
  readonly tenant_id: string;
  readonly exported_at: string;
  /** Ed25519, SubjectPublicKeyInfo in DER; `key_id` is the head of its SHA-256. */
  readonly public_keys: readonly { readonly key_id: string; readonly public_key: string }[];
}

/** What payloads of one session were sealed with; before the first of its events. */
export interface KeyLine {
  readonly kind: 'key';
  readonly key_id: string;
  readonly secret: string;
}

/** One event of the tenant, in position order. */
export interface EventLine {
  readonly kind: 'event';
  readonly position: string;
  /** Its place among the events of its block, from 0. */
  readonly leaf: number;
  readonly stream: string;
  readonly stream_position: number;
  readonly recorded_at: string;
  readonly append_id: string;
  readonly id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly key_id: string | null;
  /** As it was before it was sealed; null where it was erased. */
  readonly data: string | null;
  readonly meta: string | null;
  /** SHA-256 of the stored text. */
  readonly digest: string;
  readonly hash: string;
}

/** One signed block, after the events of the tenant that it stands for. */
export interface BlockLine {
  readonly kind: 'block';
  readonly number: number;
  readonly first_position: string;
  readonly last_position: string;
  /** Of all tenants. */
  readonly events: number;
  /** Of this tenant. */
  readonly own: number;
  readonly root: string;
  readonly previous: string;
  readonly sealed_at: string;
  readonly hash: string;
  readonly key_id: string;
  readonly signature: string;
  /** Roots of the subtrees without an event of the tenant, from left to right. */
  readonly proof: readonly string[];
}

/** The end, without which a file is cut. */
export interface TrailerLine {
  readonly kind: 'trailer';
  readonly events: number;
  readonly erased: number;
  readonly blocks: number;
  /** Hash of the last block; null in an empty log. */
  readonly head: string | null;
  /** SHA-256 of every byte before this line. */
  readonly lines_digest: string;
  readonly key_id: string;
  /** Ed25519 over {@link trailerText}. */
  readonly signature: string;
}

export type ExportLine = HeaderLine | KeyLine | EventLine | BlockLine | TrailerLine;

export const exportFormat = 'witness-audit-export';

/** What the signature of the trailer covers. */
export const trailerText = ({
  events,
  erased,
  blocks,
  head,
  lines_digest,
}: Pick<TrailerLine, 'events' | 'erased' | 'blocks' | 'head' | 'lines_digest'>): Buffer =>
  Buffer.from(['witness export 1', events, erased, blocks, head ?? 'none', lines_digest, ''].join('\n'));
