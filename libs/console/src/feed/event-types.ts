import type { EvidenceType } from '@mcp-witness/evidence';

const known: Readonly<Record<EvidenceType, true>> = {
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

/** Every type of event, in the order in which they tend to come. */
export const eventTypes = Object.keys(known);
