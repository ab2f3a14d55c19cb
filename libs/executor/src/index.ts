export { builtInName } from './local-servers.ts';
export { runAgent, type RunOptions } from './run.ts';
export type { DeliveryOptions } from './delivery.ts';
export type { ProfileFault } from './profile/fault.ts';
export type { Profile } from './profile/profile.ts';
export { readProfileFile } from './profile/read-profile-file.ts';
export { isId } from './relay/named-ids.ts';
export { inspectSpools, type SpoolFile } from './spool/orphans.ts';
export { type SpoolOwner, spoolDirectory } from './spool/place.ts';
