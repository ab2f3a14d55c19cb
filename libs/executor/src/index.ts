export { builtInName } from './local-servers.ts';
export { runAgent, type RunOptions } from './run.ts';
export type { DeliveryOptions } from './delivery.ts';
export type { ProfileFault } from './profile/fault.ts';
export type { Profile } from './profile/profile.ts';
export { readProfileFile } from './profile/read-profile-file.ts';
export { isId } from './relay/named-ids.ts';
export { type DryRun, planDryRun } from './passthrough/dry-run.ts';
export { clearLeftovers } from './passthrough/leftovers.ts';
export { type PassthroughOptions, runPassthrough } from './passthrough/run-passthrough.ts';
export { passthroughClis } from './passthrough/strategies/strategies.ts';
export { probeAgents, probeModes } from './probe/agents.ts';
export { probeAgent } from './probe/probe-agent.ts';
export type { ProbeOptions } from './probe/probe-options.ts';
export {
  type AgainResult,
  type CallResult,
  type CloseResult,
  type ProbeResult,
  type ProbeTransport,
  probeTransports,
  type SentinelResult,
} from './probe/result.ts';
export { findsExecutable } from './resolution/executable.ts';
export { inspectSpools, type SpoolFile } from './spool/orphans.ts';
export { type SpoolOwner, spoolDirectory, stateDirectory } from './spool/place.ts';
