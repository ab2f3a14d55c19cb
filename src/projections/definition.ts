import type { Definition } from './store/generations.ts';

/**
 * Attempt reports, session statuses, tool calls and totals of clients, in one pass over the log. Raise the version whenever what is stored of a
 * fold changes its shape or its meaning: the rows are then built anew beside the old ones.
 */
export const sessionReports = { name: 'session_reports', version: 3 } as const satisfies Definition;

/** SQL for the generation that readers see; a constant, and evaluated once a statement. */
export const liveGeneration = `(select p.generation from projections p where p.name = '${sessionReports.name}' and p.state = 'live')`;
