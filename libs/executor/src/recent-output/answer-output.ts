import { sanitizeText, secretNeedles } from '@mcp-witness/evidence';
import type { Handler } from '../answering/answering.ts';
import type { Effective } from '../effective/effective.ts';
import { longestLine, type Ring } from './ring.ts';

/** Tells what the agent wrote last, with the secrets of the configurations that its sessions came with struck out. */
export const createOutputHandler =
  ({ effective, recent }: { readonly effective: Effective; readonly recent: Ring }): Handler =>
  ({ attachment_attempt_id: id }) => {
    if (typeof id !== 'string' || effective.of(id) === null)
      return Promise.resolve({ code: 'execution_ended' });
    const secrets = secretNeedles(effective.configurations);
    const lines = recent.lines.map((line) => ({
      ...line,
      text: sanitizeText(line.text, { secrets, maxBytes: longestLine }),
    }));
    return Promise.resolve({ data: { lines, omitted: recent.omitted } });
  };
