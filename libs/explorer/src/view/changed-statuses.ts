import type { History } from '@mcp-witness/evidence';
import { plainText } from '../words/plain-text.ts';
import { statusSign } from '../words/status-sign.ts';

/** "witness: Active, notes: Failed": the servers of one session whose status is another than before. Empty for none. */
export const changedStatuses = (before: History | null, now: History | null): string => {
  if (before === null || now?.session_id !== before.session_id) return '';
  const was = new Map(before.current.servers.map(({ name, status }) => [name, status]));
  const gone = before.current.servers.filter(
    ({ name }) => !now.current.servers.some((server) => server.name === name),
  );
  return [
    ...now.current.servers
      .filter(({ name, status }) => was.get(name) !== status)
      .map(({ name, status }) => `${plainText(name)}: ${statusSign(status).label}`),
    ...gone.map(({ name }) => `${plainText(name)}: no longer named`),
  ].join(', ');
};
