export { builtInName, runAgent, type RunOptions } from './run.ts';
export type { DeliveryOptions } from './delivery.ts';
export { isId } from './relay/named-ids.ts';
export { inspectSpools, type SpoolFile } from './spool/orphans.ts';
export { type SpoolOwner, spoolDirectory } from './spool/place.ts';
