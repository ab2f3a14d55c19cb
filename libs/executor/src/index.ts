export { builtInName, runAgent, type RunOptions } from './run.ts';
export type { DeliveryOptions } from './delivery.ts';
export type { ProfileFault, ProfileFaultCode } from './profile/fault.ts';
export type { Launch, Profile, ProfileRule, ProfileServer } from './profile/profile.ts';
export { type ProfileFile, readProfileFile } from './profile/read-profile-file.ts';
export { type ProfileReading, readProfile } from './profile/validate.ts';
export { inspectSpools, type SpoolFile } from './spool/orphans.ts';
export { type SpoolOwner, spoolDirectory } from './spool/place.ts';
