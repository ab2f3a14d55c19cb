import { join } from 'node:path';
import { type JsonForm, jsonStrategy, readServers } from '../json-form.ts';
import type { Strategy } from '../strategy.ts';
import { readUserFile } from '../user-file/read-user-file.ts';

interface ByProjectFile {
  readonly cli: string;
  readonly form: JsonForm;
  /** Below the project's directory. */
  readonly path: readonly [string, ...string[]];
  readonly cannot: Strategy['cannot'];
  readonly elsewhere: readonly string[];
}

/** A CLI that takes servers from files alone: the project's own is merged for as long as the command runs. */
export const byProjectFile = ({ cli, form, path, cannot, elsewhere }: ByProjectFile): Strategy => ({
  cli,
  channel: 'config_file',
  cannot,
  elsewhere,
  ...jsonStrategy(form),
  async locate({ command, environment, directory }) {
    const reading = await readUserFile(join(directory, ...path), directory);
    if (!reading.ok) return { ...reading, refused: true };
    const { file, text: base } = reading;
    if (readServers(form.member, base) === null) {
      const why = `${path.join('/')} is no JSON with an object ${form.member}; mend it or move it away.`;
      return { ok: false, why, refused: true };
    }
    const users = { member: form.member };
    return {
      ok: true,
      location: { file, base, users, command, environment, taken: new Set<string>() },
    };
  },
});
