import {
  canonicalCatalog,
  cleanText,
  type EvidenceData,
  type EvidenceEvent,
  type EvidenceType,
  limitCatalog,
  sanitizeCommand,
  sanitizeTarget,
  sanitizeText,
  type ServerResolvedData,
  type ToolsListedData,
} from '@mcp-witness/evidence';
import { createHash } from 'node:crypto';
import { type Catalog, type Form, formOf, type Prepared } from './prepared.ts';

const nameBytes = 256;
const mostCleanNames = 10_000;

/** Names that cleaning leaves as they are, so that those that come again and again are looked through once. */
const cleanNames = new Set<string>();

const cleanName = (text: string): string => {
  if (cleanNames.has(text)) return text;
  const cleaned = cleanText(text, { lineBreaks: false, maxBytes: nameBytes }).text;
  if (cleaned !== text) return cleaned;
  if (cleanNames.size >= mostCleanNames) cleanNames.clear();
  cleanNames.add(text);
  return text;
};

const summary = (text: string | null | undefined): string | null | undefined =>
  typeof text === 'string' ? sanitizeText(text) : text;

const name = <Text extends string | null | undefined>(text: Text): Text | string =>
  typeof text === 'string' ? cleanName(text) : text;

/** Without path, whichever platform it is of. */
const lastSegment = (path: string | null | undefined): string | null | undefined =>
  typeof path === 'string' ? name(path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/s, '')) : path;

const target = ({ transport, target: given }: ServerResolvedData): string => {
  if (transport === 'http' || transport === 'sse') return sanitizeTarget(given);
  return transport === 'stdio' || !given.includes('://') ? sanitizeCommand(given) : sanitizeTarget(given);
};

/** Leaves a member out where it is absent, so that the text of equal events stays equal. */
const present = <Data extends object>(data: Data): Data =>
  Object.values(data).includes(undefined)
    ? (Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as Data)
    : data;

type Cleaners = { readonly [Type in EvidenceType]?: (data: EvidenceData[Type]) => EvidenceData[Type] };

/**
 * What is free text, or should have been reduced before it was sent, is reduced again: executors do the same, but what
 * is stored does not hang on that. Nothing is reworded, and doing it twice is the same as once.
 */
const cleaners: Cleaners = {
  'attempt-started': (data) => ({
    ...data,
    host: name(data.host),
    working_directory: lastSegment(data.working_directory),
  }),
  'server-resolved': (data) => ({ ...data, target: target(data) }),
  'server-filtered': (data) => ({ ...data, summary: summary(data.summary) }),
  'server-unavailable': (data) => ({ ...data, summary: summary(data.summary) }),
  'protocol-accepted': (data) => ({
    ...data,
    client: data.client && present({ name: name(data.client.name), version: name(data.client.version) }),
  }),
  'tool-called': (data) => ({
    ...data,
    tool_name: name(data.tool_name),
    workspace: lastSegment(data.workspace),
  }),
  'attachment-failed': (data) => ({ ...data, summary: sanitizeText(data.summary) }),
  'endpoint-tested': (data) => ({ ...data, summary: summary(data.summary) }),
};

const clean = (event: EvidenceEvent): EvidenceEvent => {
  const cleaner = cleaners[event.type] as
    ((data: EvidenceEvent['data']) => EvidenceEvent['data']) | undefined;
  return cleaner === undefined ? event : ({ ...event, data: present(cleaner(event.data)) } as EvidenceEvent);
};

const digestOf = (tools: NonNullable<ToolsListedData['tools']>): string =>
  createHash('sha256').update(canonicalCatalog(tools)).digest('hex');

interface Listed {
  readonly data: ToolsListedData;
  readonly catalog: Catalog | null;
}

/** Takes the tools out of the event: it carries their digest, and they lie apart. */
const takeCatalog = ({ tools, ...data }: ToolsListedData): Listed => {
  if (tools === undefined || tools === null) return { data, catalog: null };
  const digest = data.catalog_digest ?? digestOf(tools);
  const limited = limitCatalog(tools, { toolCount: data.tool_count });
  const truncated = limited.truncated || data.tool_catalog_truncated === true;
  return {
    data: { ...data, catalog_digest: digest, ...(truncated ? { tool_catalog_truncated: true } : {}) },
    catalog: { digest, tools: limited.tools },
  };
};

/** How the event is stored when its server is somebody else's. */
const bareForm = (event: EvidenceEvent, whole: Form): Form => {
  if (event.type !== 'tool-called' || event.data.tool_name === undefined) return whole;
  const data = { ...event.data };
  Reflect.deleteProperty(data, 'tool_name');
  return formOf({ ...event, data });
};

/** Makes a parsed event ready to be stored. Pure, and the same for the same event. */
export const prepare = (parsed: EvidenceEvent): Prepared => {
  if (parsed.type === 'tools-listed') {
    const { data, catalog } = takeCatalog(parsed.data);
    const event = { ...parsed, data };
    const theirs = formOf(event);
    return { event, ours: { ...theirs, catalog }, theirs: () => theirs };
  }
  const event = clean(parsed);
  const ours = formOf(event);
  // Most calls are of our servers, and encoding is the dearest part of taking an event in.
  return { event, ours, theirs: () => bareForm(event, ours) };
};
