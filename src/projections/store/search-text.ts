import type { SessionStatus } from '@mcp-witness/evidence';

/** What `q` is looked for in: ids, directory, client and server names, in lower case, one a line. */
export function searchText(status: SessionStatus): string {
  const parts = [
    status.session_id,
    status.task_id,
    status.agent_id,
    status.host,
    status.working_directory,
    status.client?.name,
    ...status.servers.map((server) => server.name),
  ];
  return parts
    .filter((part) => typeof part === 'string')
    .join('\n')
    .toLowerCase()
    .replaceAll('\0', '');
}
