import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { ProbeResult } from '@mcp-witness/executor';
import { installAgent } from './harness/install.mjs';
import { openPlace } from './harness/place.mjs';
import { type Agent, chosenAgents } from './harness/registry.mjs';
import { differencesOf, type Facts, factsOf } from './harness/probe-facts.ts';
import { knownDifferences, passing, seen } from './harness/seen.ts';

const witness = fileURLToPath(new URL('../../libs/cli/bin/witness.mjs', import.meta.url));
const chosen = chosenAgents();
const turn = 'Call the tool';

/** `witness probe matrix` with these agents alone in PATH, by the names of the probe. */
async function matrix(agents: readonly Agent[]): Promise<Readonly<Record<string, ProbeResult>>> {
  const folders = await Promise.all(agents.map(async (agent) => dirname(await installAgent(agent))));
  const path = [dirname(process.execPath), ...folders, '/usr/bin', '/bin'].join(':');
  const wantedTools = ['session_mcp_report'];
  const { cwd, env, clear } = await openPlace({ agents, wantedTools, turn, path });
  try {
    const args = [witness, 'probe', 'matrix', '--json', '--prompt', '--timeout', '90s'];
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return (JSON.parse(out) as { agents: Record<string, ProbeResult> }).agents;
  } finally {
    await clear();
  }
}

/** Agents whose command is the same are never in PATH together. */
async function probed(): Promise<ReadonlyMap<string, ProbeResult>> {
  const isFirst = ({ probedAs }: Agent, index: number): boolean =>
    chosen.findIndex((one) => one.probedAs === probedAs) === index;
  const rounds = [chosen.filter(isFirst), ...chosen.filter((one, n) => !isFirst(one, n)).map((one) => [one])];
  const found = new Map<string, ProbeResult>();
  for (const agents of rounds) {
    const results = await matrix(agents);
    expect(Object.keys(results).toSorted()).toEqual(agents.map(({ probedAs }) => probedAs).toSorted());
    for (const { name, probedAs } of agents) found.set(name, results[probedAs]!);
  }
  return found;
}

/** What differs from what was seen is told. Of another version, and where it may come out one way or another, it is told alone. */
function lastingDifferences(name: string, facts: Facts): Partial<Facts> {
  const before = seen[name]!;
  const differences = differencesOf(before, facts);
  for (const { fact, seen: was, probed: now } of differences)
    process.stderr.write(`${name}: ${fact} is "${now}", and was seen as "${was}" in ${before.version}\n`);
  if (facts.version !== before.version) return knownDifferences[name] ?? {};
  const lasting = differences.filter(({ fact }) => !passing.includes(fact));
  return Object.fromEntries(lasting.map(({ fact, probed: now }) => [fact, now]));
}

describe('witness probe matrix', () => {
  it('says of real agents what was seen of them otherwise', async () => {
    const results = await probed();
    const named = chosen.map(({ name }) => name);
    const differences = named.map((name) => [name, lastingDifferences(name, factsOf(results.get(name)!))]);
    expect(differences).toEqual(named.map((name) => [name, knownDifferences[name] ?? {}]));
    for (const agent of chosen) {
      const result = results.get(agent.name)!;
      expect([agent.name, result.failure, result.prompt]).toEqual([agent.name, null, 'ok']);
      const [opened, ...later] = result.calls;
      for (const { transport, accepted, tool_count } of opened!.sentinels) {
        const speaks = agent.speaks[transport];
        const spoken =
          accepted === null ? null : { era: accepted.era, protocol_version: accepted.protocol_version };
        expect([agent.name, transport, tool_count]).toEqual([
          agent.name,
          transport,
          speaks.length === 0 ? null : 3,
        ]);
        expect(speaks.length === 0 ? [null] : speaks).toContainEqual(spoken);
      }
      const called = opened!.sentinels.reduce((sum, { tool_calls }) => sum + tool_calls, 0);
      expect([agent.name, called > 0]).toEqual([agent.name, true]);
      const offered = later.filter((call) => call.offered).map(({ method }) => method);
      expect([agent.name, offered]).toEqual([agent.name, agent.calls]);
      const load = later.find(({ method }) => method === 'session/load')!;
      expect(agent.answersLoad.live).toContain(load.answer === 'ok' ? null : load.error_code);
      const taken = later.filter(({ method, answer }) => answer === 'ok' && method !== 'session/fork');
      const keeping = taken.map(({ method, kept_previous }) => [agent.name, method, kept_previous]);
      expect(keeping).toEqual(taken.map(({ method }) => [agent.name, method, !agent.reattaches]));
    }
  });
});
