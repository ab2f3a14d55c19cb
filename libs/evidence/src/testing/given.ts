import { evolve } from '../attempt/evolve.ts';
import { initialState } from '../attempt/initial.ts';
import { toReport } from '../attempt/report.ts';
import type { AttemptState } from '../attempt/state.ts';
import type { EvidenceEvent } from '../events/events.ts';
import type { Attempt, Server } from '../report/report.ts';
import { record } from './record.ts';

export const stateOf = (events: readonly EvidenceEvent[]): AttemptState =>
  record(events).reduce(evolve, initialState());

export const reportOf = (events: readonly EvidenceEvent[]): Attempt => toReport(stateOf(events));

/** The row of a server; throws when there is none. */
export function rowOf(report: Attempt, name: string): Server {
  const row = report.servers.find((server) => server.name === name);
  if (row === undefined) throw new Error(`The report has no row "${name}".`);
  return row;
}

/** Name to `status/evidence`, in the order of names. */
export function statusesOf(report: Attempt): readonly (readonly [name: string, status: string])[] {
  return report.servers
    .map(({ name, status, evidence }) => [name, `${status}/${evidence}`] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

interface When {
  /** Checks the report after what was given and what came. */
  thenReport(check: (report: Attempt, before: Attempt) => void): void;
}

/** Behaviour as a specification: given what is recorded, when this comes, then the report is so. */
export function given(...recorded: readonly EvidenceEvent[]): {
  when(...events: readonly EvidenceEvent[]): When;
} {
  return {
    when: (...events) => ({
      thenReport: (check) => {
        check(reportOf([...recorded, ...events]), reportOf(recorded));
      },
    }),
  };
}
