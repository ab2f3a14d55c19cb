import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStubModel } from './stub-model.mjs';

/** A home, a project and a model of their own for agents that run offline. See `place.d.mts`. */
export const openPlace = async ({ agents, wantedTools, turn, path = process.env.PATH, more = {} }) => {
  const temp = await mkdtemp(join(tmpdir(), 'witness-agents-'));
  const home = join(temp, 'home');
  const cwd = join(temp, 'project');
  await Promise.all([home, cwd].map((folder) => mkdir(folder)));
  const model = await startStubModel({ wantedTools, turn });
  const place = { home, cwd, modelUrl: model.url };
  for (const agent of agents) await agent.prepare?.(place);
  return {
    temp,
    home,
    cwd,
    env: {
      PATH: path,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_STATE_HOME: join(home, '.local/state'),
      TMPDIR: temp,
      TERM: 'dumb',
      LANG: 'C.UTF-8',
      ...more,
      ...Object.assign({}, ...agents.map((agent) => agent.env(place))),
    },
    clear: async () => {
      await model.close();
      await rm(temp, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
