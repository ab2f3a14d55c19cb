import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { ProbeResult } from '@mcp-witness/executor';
import { installAgent } from './harness/install.mjs';
import { agentNamed } from './harness/registry.mjs';
import { startStubModel } from './harness/stub-model.mjs';

const witness = fileURLToPath(new URL('../../libs/cli/bin/witness.mjs', import.meta.url));
const chosen = (process.env.WITNESS_AGENTS ?? 'copilot,gemini')
  .split(',')
  .map((name) => agentNamed(name.trim()));

/** `witness probe matrix` with the chosen agents alone in PATH. */
async function matrix(): Promise<Readonly<Record<string, ProbeResult>>> {
  const temp = await mkdtemp(join(tmpdir(), 'witness-probe-'));
  const [home, cwd] = [join(temp, 'home'), join(temp, 'project')];
  for (const folder of [home, cwd]) await mkdir(folder);
  const model = await startStubModel({ wantedTools: ['session_mcp_report'], turn: 'Call the tool' });
  try {
    const place = { home, cwd, modelUrl: model.url };
    const folders = await Promise.all(chosen.map(async (agent) => dirname(await installAgent(agent))));
    for (const agent of chosen) await agent.prepare?.(place);
    const env = {
      PATH: [dirname(process.execPath), ...folders, '/usr/bin', '/bin'].join(':'),
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_STATE_HOME: join(home, '.local/state'),
      TMPDIR: temp,
      TERM: 'dumb',
      LANG: 'C.UTF-8',
      ...Object.assign({}, ...chosen.map((agent) => agent.env(place))),
    };
    const args = [witness, 'probe', 'matrix', '--json', '--prompt', '--timeout', '90s'];
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return (JSON.parse(out) as { agents: Record<string, ProbeResult> }).agents;
  } finally {
    await model.close();
    await rm(temp, { recursive: true, force: true, maxRetries: 5 });
  }
}

describe('witness probe matrix', () => {
  it('says of real agents what was seen of them otherwise', async () => {
    const results = await matrix();
    expect(Object.keys(results).toSorted()).toEqual(chosen.map(({ name }) => name).toSorted());
    for (const agent of chosen) {
      const result = results[agent.name]!;
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
