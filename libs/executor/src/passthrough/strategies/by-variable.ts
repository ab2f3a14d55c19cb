import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonForm, jsonStrategy, readServers } from '../json-form.ts';
import type { Setting, Strategy } from '../strategy.ts';

interface ByVariable {
  readonly cli: string;
  readonly form: JsonForm;
  /** The variable that names a settings file beside the user's own. */
  readonly variable: string;
  /** The file that the CLI reads where the variable is not set, which ours then stands for; null when there is none. */
  readonly usual: (setting: Setting) => string | null;
  /** Names of servers in configurations that count more for the CLI than that file: its own of such a name wins. */
  readonly winning: (setting: Setting) => Promise<ReadonlySet<string>>;
  readonly cannot: Strategy['cannot'];
  readonly elsewhere: readonly string[];
}

type Reading = { readonly ok: true; readonly text: string | null } | { readonly ok: false };

async function readText(file: string | null): Promise<Reading> {
  if (file === null) return { ok: true, text: null };
  return readFile(file, 'utf8').then(
    (text) => ({ ok: true, text }),
    (error: unknown) =>
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? { ok: true, text: null } : { ok: false },
  );
}

/** A CLI that takes a settings file by a variable: ours holds what that file holds, and the servers. */
export const byVariable = ({
  cli,
  form,
  variable,
  usual,
  winning,
  cannot,
  elsewhere,
}: ByVariable): Strategy => ({
  cli,
  channel: 'environment',
  cannot,
  elsewhere,
  ...jsonStrategy(form),
  async locate(setting) {
    const { command, environment, ownDirectory } = setting;
    const given = environment[variable];
    const before = given === undefined || given === '' ? usual(setting) : given;
    const reading = await readText(before);
    if (!reading.ok || readServers(form.member, reading.text) === null) {
      return {
        ok: false,
        why: `The settings file that ${variable} stands for cannot be read.`,
        refused: true,
      };
    }
    const file = join(ownDirectory, 'settings.json');
    const location = {
      file,
      base: reading.text,
      users: null,
      command,
      environment: { ...environment, [variable]: file },
      taken: await winning(setting),
    };
    return { ok: true, location };
  },
});
