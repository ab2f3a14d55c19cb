import {
  cleanText,
  type ClientInfo,
  INVALID_COMMAND,
  INVALID_ENDPOINT,
  limitCatalog,
  type Needles,
  sanitizeText,
  secretNeedles,
  type ServerConfiguration,
  type ServerResolvedData,
  type ToolsListedData,
} from '@mcp-witness/evidence';
import type { Fact } from './fact.ts';

const nameBytes = 256;

/** A target is a host or a program: an argument `node` beside the command `node` is no secret. */
const targetSecretLength = 8;

/** The secrets of a session's configuration. */
export interface KnownSecrets {
  readonly inTexts: Needles;
  /** Values of headers, environment and arguments that are long enough; a path that repeats its host's name is none. */
  readonly inTargets: Needles;
}

export function knownSecrets(configurations: readonly ServerConfiguration[]): KnownSecrets {
  const values = configurations.map(({ headers, env, args }) => ({ headers, env, args }));
  return {
    inTexts: secretNeedles(configurations),
    inTargets: secretNeedles(values, { least: targetSecretLength }),
  };
}

function target({ target: shown, transport }: ServerResolvedData, secrets: Needles): string {
  const isClean = cleanText(shown, { secrets, lineBreaks: false }).text === shown;
  if (isClean) return shown;
  return transport === 'stdio' ? INVALID_COMMAND : INVALID_ENDPOINT;
}

/** What is empty in the end becomes null. */
function name(text: string | null | undefined, secrets: Needles): string | null {
  const clean = text ? cleanText(text, { secrets, lineBreaks: false, maxBytes: nameBytes }).text : '';
  return clean === '' ? null : clean;
}

const summary = (text: string, secrets: Needles): string => sanitizeText(text, { secrets });

function client(info: ClientInfo | null | undefined, secrets: Needles): ClientInfo | null {
  if (!info) return null;
  return { name: name(info.name, secrets) ?? '', version: name(info.version, secrets) };
}

function catalog(data: ToolsListedData, secrets: Needles): ToolsListedData {
  if (!data.tools) return data;
  return { ...data, tools: limitCatalog(data.tools, { secrets, toolCount: data.tool_count }).tools };
}

/** The fact as it may leave the process: what others wrote in it is cleaned, and known secrets are struck out. */
export function redactFact(fact: Fact, known: KnownSecrets): Fact {
  const secrets = known.inTexts;
  switch (fact.type) {
    case 'attempt-started': {
      const { agent_id, working_directory } = fact.data;
      const cleaned = {
        agent_id: name(agent_id, secrets),
        working_directory: name(working_directory, secrets),
      };
      return { ...fact, data: { ...fact.data, ...cleaned } };
    }
    case 'server-resolved':
      return { ...fact, data: { ...fact.data, target: target(fact.data, known.inTargets) } };
    case 'attachment-failed':
      return { ...fact, data: { ...fact.data, summary: summary(fact.data.summary, secrets) } };
    case 'protocol-accepted':
      return { ...fact, data: { ...fact.data, client: client(fact.data.client, secrets) } };
    case 'tool-called': {
      const clean = name(fact.data.tool_name, secrets);
      return clean === fact.data.tool_name ? fact : { ...fact, data: { ...fact.data, tool_name: clean } };
    }
    case 'tools-listed':
      return fact.witness === 'front' ? { ...fact, data: catalog(fact.data, secrets) } : fact;
    default:
      return fact;
  }
}
