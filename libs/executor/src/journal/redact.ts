import { cleanText, type ClientInfo, type Needles, sanitizeText } from '@mcp-witness/evidence';
import type { Fact } from './fact.ts';

const nameBytes = 256;

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

/** The fact as it may leave the process: what others wrote in it is cleaned, and known secrets are struck out. */
export function redactFact(fact: Fact, secrets: Needles): Fact {
  switch (fact.type) {
    case 'attempt-started': {
      const { agent_id, working_directory } = fact.data;
      const cleaned = {
        agent_id: name(agent_id, secrets),
        working_directory: name(working_directory, secrets),
      };
      return { ...fact, data: { ...fact.data, ...cleaned } };
    }
    case 'attachment-failed':
      return { ...fact, data: { ...fact.data, summary: summary(fact.data.summary, secrets) } };
    case 'protocol-accepted':
      return { ...fact, data: { ...fact.data, client: client(fact.data.client, secrets) } };
    case 'tool-called':
      return { ...fact, data: { ...fact.data, tool_name: name(fact.data.tool_name, secrets) } };
    default:
      return fact;
  }
}
