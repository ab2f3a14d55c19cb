import { finding } from '../attempt/findings.ts';
import { initialServer } from '../attempt/initial.ts';
import { serverRow } from '../attempt/rows.ts';
import type { AttemptState } from '../attempt/state.ts';
import { codes } from '../codes/codes.ts';
import type { Finding, Server } from '../report/report.ts';

const continuing: readonly string[] = ['session/load', 'session/resume'];

/**
 * Rows for the servers that the attempt before was meant to get and a load or resume no longer names: configured, with a
 * finding each.
 */
export function droppedServers(
  attempt: AttemptState,
  before: AttemptState | null,
): { readonly servers: readonly Server[]; readonly findings: readonly Finding[] } {
  if (before === null || !continuing.includes(attempt.start?.entry ?? ''))
    return { servers: [], findings: [] };
  const named = new Set(attempt.servers.map(({ name }) => name));
  const dropped = before.servers.filter(
    ({ name, resolutions }) => resolutions.length > 0 && !named.has(name),
  );
  return {
    servers: dropped.map(({ name, resolutions }) => ({
      ...serverRow({ ...initialServer(name), resolutions }, attempt, false),
      configured_at: null,
    })),
    findings: dropped.map(({ name }) => finding(codes.finding.notInLoad, name)),
  };
}
