import { ATTEMPT_HEADER, ATTEMPT_VARIABLE, writeAttemptToken } from '@mcp-witness/mcp-frames';
import { secretOfAttempt } from '../attempt-id.ts';
import type { ServerEntry } from '../fronts/index.ts';

/** The same server, told which attempt it serves: what it reports of itself then stands in that attempt's report. */
export function tellAttempt(entry: ServerEntry, attachment_attempt_id: string): ServerEntry {
  const named = { attachment_attempt_id, server_name: entry.name };
  const value = writeAttemptToken(named, secretOfAttempt(attachment_attempt_id));
  if (!('type' in entry)) {
    const others = entry.env.filter(({ name }) => name !== ATTEMPT_VARIABLE);
    return { ...entry, env: [...others, { name: ATTEMPT_VARIABLE, value }] };
  }
  const others = entry.headers.filter(({ name }) => name.toLowerCase() !== ATTEMPT_HEADER);
  return { ...entry, headers: [...others, { name: ATTEMPT_HEADER, value }] };
}
