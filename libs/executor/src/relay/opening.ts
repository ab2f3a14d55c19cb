import { basename } from 'node:path';
import { MAX_SERVERS, sanitizeCommand, sanitizeTarget } from '@mcp-witness/evidence';
import { type Fact, seen } from '../journal/fact.ts';
import type { ClientRequest } from './client-request.ts';
import type { HostServer } from './host-servers.ts';
import type { Belonging } from './identity.ts';
import type { Injection } from './injection.ts';

/** What is the same for every attempt of one run. */
export interface Execution {
  readonly execution_id: string;
  readonly host: string;
  readonly agent: { readonly id: string | null; readonly pid: number | null };
}

function reduce(server: HostServer): string {
  if (server.transport === 'stdio') return sanitizeCommand(server.address);
  return server.transport === 'acp' ? 'acp' : sanitizeTarget(server.address);
}

function workingDirectory({ params }: ClientRequest): string | null {
  const name = typeof params.cwd === 'string' ? basename(params.cwd.replaceAll('\\', '/')) : '';
  return name === '' ? null : name;
}

function started(request: ClientRequest, belonging: Belonging, execution: Execution): Fact {
  const { execution_id, host, agent } = execution;
  return seen('attempt-started', {
    ...belonging,
    execution_id,
    agent_id: agent.id,
    host,
    pid: agent.pid,
    working_directory: workingDirectory(request),
  });
}

const resolved = (server: HostServer): Fact =>
  seen('server-resolved', {
    server_name: server.name,
    source: 'profile',
    transport: server.transport,
    target: reduce(server),
    observed: false,
    ...(server.repeated ? { duplicate_of_name: server.name } : {}),
  });

function ours(server_name: string, injection: Injection): readonly Fact[] {
  const built = (target: string): Fact =>
    seen('server-resolved', { server_name, source: 'built_in', transport: 'http', target, observed: true });
  const nowhere = 'http://127.0.0.1';
  switch (injection.kind) {
    case 'deliver':
      return [built(sanitizeTarget(injection.url))];
    case 'unavailable': {
      const { summary } = injection;
      return [
        built(nowhere),
        seen('attachment-failed', { server_name, reason_code: 'spawn_failed', summary }),
      ];
    }
    case 'filter': {
      const { reason_code, summary } = injection;
      const fact = seen('server-filtered', { server_name, reason_code, summary });
      return reason_code === 'reserved_name' ? [fact] : [built(nowhere), fact];
    }
  }
}

/** Everything that is known of an attempt before its request goes on to the agent. A report always has room for ours. */
export function openingFacts(attempt: {
  readonly request: ClientRequest;
  readonly belonging: Belonging;
  readonly execution: Execution;
  readonly servers: readonly HostServer[];
  readonly builtIn: { readonly name: string; readonly injection: Injection } | null;
}): readonly Fact[] {
  const { request, belonging, execution, servers, builtIn } = attempt;
  return [
    started(request, belonging, execution),
    ...servers.slice(0, MAX_SERVERS - 1).map(resolved),
    ...(builtIn === null ? [] : ours(builtIn.name, builtIn.injection)),
    ...servers.slice(MAX_SERVERS - 1).map(resolved),
  ];
}

/** What stands in the bytes that the agent was sent. */
export function deliveredFacts(attempt: {
  readonly servers: readonly HostServer[];
  readonly builtIn: { readonly name: string; readonly injection: Injection } | null;
}): readonly Fact[] {
  const deliver = (server_name: string, transport: string): Fact =>
    seen('server-delivered', { server_name, channel: 'acp', transport });
  const { builtIn } = attempt;
  return [
    ...attempt.servers.map((server) => deliver(server.name, server.transport)),
    ...(builtIn?.injection.kind === 'deliver' ? [deliver(builtIn.name, 'http')] : []),
  ];
}
