import type { Attempt, EvidenceLevel, Server, ServerStatus } from '@mcp-witness/evidence';

/** In the order in which a server reaches them. */
const levels: readonly EvidenceLevel[] = ['configured', 'delivered', 'connected', 'tools_loaded', 'used'];

/** Whether a server got at least so far in its attempt. */
export const reached = ({ evidence }: Pick<Server, 'evidence'>, level: EvidenceLevel): boolean =>
  levels.indexOf(evidence) >= levels.indexOf(level);

const reaching =
  (level: EvidenceLevel) =>
  (server: Server): boolean =>
    reached(server, level);
const being =
  (status: ServerStatus) =>
  (server: Server): boolean =>
    server.status === status;

/** What can be waited for with a server: that it got at least so far, or that this is true of it now. */
export const serverMilestones = {
  configured: reaching('configured'),
  delivered: reaching('delivered'),
  connected: reaching('connected'),
  'tools-listed': reaching('tools_loaded'),
  used: reaching('used'),
  active: being('active'),
  disconnected: being('disconnected'),
  failed: being('failed'),
  filtered: being('filtered'),
  unavailable: being('unavailable'),
} as const;

/** What can be waited for without a server. */
export const sessionMilestones = {
  started: () => true,
  accepted: ({ accepted_at }: Attempt) => accepted_at !== null,
  ended: ({ ended_at }: Attempt) => ended_at !== null,
} as const;

export type ServerMilestone = keyof typeof serverMilestones;
export type SessionMilestone = keyof typeof sessionMilestones;

export const isServerMilestone = (name: string): name is ServerMilestone =>
  Object.hasOwn(serverMilestones, name);
export const isSessionMilestone = (name: string): name is SessionMilestone =>
  Object.hasOwn(sessionMilestones, name);

export const evidenceLevels: Readonly<Record<string, EvidenceLevel>> = {
  configured: 'configured',
  delivered: 'delivered',
  connected: 'connected',
  'tools-listed': 'tools_loaded',
  used: 'used',
};
