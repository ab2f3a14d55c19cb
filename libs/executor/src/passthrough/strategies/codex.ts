import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerEntry } from '../../fronts/index.ts';
import { hasFlag, withFlag } from '../own-words.ts';
import type { Setting, Strategy } from '../strategy.ts';
import { codexTable, namedServers } from './codex-toml.ts';

const ownProfile =
  'The command names a --profile of its own, and codex takes one alone, by which it would be given its servers.';

function cannot(entry: ServerEntry): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(entry.name)) return 'codex takes no server of such a name.';
  return 'type' in entry && entry.type === 'sse' ? 'codex has no form for servers over SSE.' : null;
}

const homeOf = ({ environment, home }: Setting): string => {
  const { CODEX_HOME: own = '' } = environment;
  return own === '' ? join(home, '.codex') : own;
};

/** A layer of configuration of this run alone, which lies beside the user's and is named by a flag. */
export const codex: Strategy = {
  cli: 'codex',
  channel: 'cli_flag',
  cannot,
  elsewhere: ['config.toml'],
  async locate(setting) {
    const { command, environment, runId } = setting;
    if (hasFlag(command, ['--profile', '-p'])) return { ok: false, why: ownProfile, refused: false };
    const folder = homeOf(setting);
    const name = `witness-${runId}`;
    const users = await readFile(join(folder, 'config.toml'), 'utf8').catch(() => '');
    const location = {
      file: join(folder, `${name}.config.toml`),
      base: null,
      users: null,
      command: withFlag(command, 'codex', `--profile=${name}`),
      environment,
      taken: namedServers(users),
    };
    return { ok: true, location };
  },
  read: () => ({}),
  understand: () => null,
  render: codexTable,
  write: (_base, servers) => Object.values(servers).join('\n'),
};
