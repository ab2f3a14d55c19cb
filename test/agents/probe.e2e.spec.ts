import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { ProbeResult } from '@mcp-witness/executor';
import { installAgent } from './harness/install.mjs';
import { openPlace } from './harness/place.mjs';
import { chosenAgents } from './harness/registry.mjs';

const witness = fileURLToPath(new URL('../../libs/cli/bin/witness.mjs', import.meta.url));
const chosen = chosenAgents();
const turn = 'Call the tool';

/** `witness probe matrix` with the chosen agents alone in PATH. */
async function matrix(): Promise<Readonly<Record<string, ProbeResult>>> {
  const folders = await Promise.all(chosen.map(async (agent) => dirname(await installAgent(agent))));
  const path = [dirname(process.execPath), ...folders, '/usr/bin', '/bin'].join(':');
  const wantedTools = ['session_mcp_report'];
  const { cwd, env, clear } = await openPlace({ agents: chosen, wantedTools, turn, path });
  try {
    const args = [witness, 'probe', 'matrix', '--json', '--prompt', '--timeout', '90s'];
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return (JSON.parse(out) as { agents: Record<string, ProbeResult> }).agents;
  } finally {
    await clear();
  }
}

describe('witness probe matrix', () => {
  it('says of real agents what was seen of them otherwise', async () => {
    const results = await matrix();
    expect(Object.keys(results).toSorted()).toEqual(chosen.map(({ probedAs }) => probedAs).toSorted());
    for (const agent of chosen) {
      const result = results[agent.probedAs]!;
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
