import { basename } from 'node:path';
import {
  type Channel,
  MAX_SERVERS,
  sanitizeCommand,
  sanitizeTarget,
  type Transport,
} from '@mcp-witness/evidence';
import { type Fact, seen } from '../journal/fact.ts';
import type { Delivered } from '../journal/keeper.ts';
import type { PlannedServer } from '../resolution/planned.ts';
import type { Belonging } from './identity.ts';

/** What is the same for every attempt of one run. */
export interface Execution {
  readonly execution_id: string;
  readonly host: string;
  readonly agent: { readonly id: string | null; readonly pid: number | null };
}

interface Opening {
  /** Where the session works; its last part alone is told. */
  readonly directory: unknown;
  readonly belonging: Belonging;
  readonly execution: Execution;
  /** Of the profile; null without one. */
  readonly revision: string | null;
  readonly host: readonly PlannedServer[];
  readonly added: readonly PlannedServer[];
}

function reduce(transport: Transport, address: string): string {
  if (transport === 'stdio') return sanitizeCommand(address);
  return transport === 'acp' ? 'acp' : sanitizeTarget(address);
}

function workingDirectory(directory: unknown): string | null {
  const name = typeof directory === 'string' ? basename(directory.replaceAll('\\', '/')) : '';
  return name === '' ? null : name;
}

function started({ directory, belonging, execution, revision }: Opening): Fact {
  const { execution_id, host, agent } = execution;
  return seen('attempt-started', {
    ...belonging,
    execution_id,
    agent_id: agent.id,
    host,
    pid: agent.pid,
    configuration_revision: revision,
    working_directory: workingDirectory(directory),
  });
}

function configured({ name: server_name, configuration }: PlannedServer): readonly Fact[] {
  if (configuration === null) return [];
  const { source, transport, address, witness, observed, duplicate } = configuration;
  const fact = seen('server-resolved', {
    server_name,
    source,
    transport,
    target: reduce(transport, address),
    observed,
    ...(duplicate ? { duplicate_of_name: server_name } : {}),
  });
  return [{ ...fact, witness }];
}

function leftOut({ name: server_name, outcome }: PlannedServer): readonly Fact[] {
  if (outcome.kind === 'delivered' || outcome.kind === 'expected') return [];
  const { reason_code, summary } = outcome;
  const data = { server_name, reason_code, summary };
  if (outcome.kind === 'failed') return [seen('attachment-failed', data)];
  const type = outcome.kind === 'filtered' ? 'server-filtered' : 'server-unavailable';
  return [{ ...seen(type, data), witness: 'resolver' }];
}

/** Everything that is known of an attempt before its request goes on to the agent. A report always has room for what we add. */
export function openingFacts(attempt: Opening): readonly Fact[] {
  const { host, added } = attempt;
  const room = Math.max(MAX_SERVERS - added.length, 0);
  const servers = [...host.slice(0, room), ...added, ...host.slice(room)];
  return [started(attempt), ...servers.flatMap((server) => [...configured(server), ...leftOut(server)])];
}

function carrierOf({ inSession, configuration }: PlannedServer): Delivered['carrier'] {
  if (inSession === true) return 'endpoint';
  return configuration?.observed === true ? 'front' : null;
}

/** What stands in the bytes that the agent was sent. */
export const deliveredServers = (
  servers: readonly PlannedServer[],
  channel: Channel = 'acp',
): readonly Delivered[] =>
  servers.flatMap((server) => {
    const { name: server_name, outcome } = server;
    if (outcome.kind !== 'delivered') return [];
    const { transport } = outcome;
    const fact = seen('server-delivered', { server_name, channel, transport });
    return [{ fact, carrier: carrierOf(server) }];
  });
