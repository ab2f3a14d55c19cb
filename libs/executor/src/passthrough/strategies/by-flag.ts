import { join } from 'node:path';
import { type JsonForm, jsonStrategy } from '../json-form.ts';
import { withFlag } from '../own-words.ts';
import type { Strategy } from '../strategy.ts';

interface ByFlag {
  readonly cli: string;
  readonly form: JsonForm;
  /** The flag that names a file of servers, given beside the CLI's own. */
  readonly flag: (file: string) => string;
  readonly cannot: Strategy['cannot'];
  readonly elsewhere: readonly string[];
}

/** A CLI that takes a file of servers by a flag: nothing of the user's is touched. */
export const byFlag = ({ cli, form, flag, cannot, elsewhere }: ByFlag): Strategy => ({
  cli,
  channel: 'cli_flag',
  cannot,
  elsewhere,
  ...jsonStrategy(form),
  locate({ command, environment, ownDirectory }) {
    const file = join(ownDirectory, 'mcp.json');
    const flagged = withFlag(command, cli, flag(file));
    const location = {
      file,
      base: null,
      users: null,
      command: flagged,
      environment,
      taken: new Set<string>(),
    };
    return Promise.resolve({ ok: true, location });
  },
});
