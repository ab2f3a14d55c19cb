import { homedir } from 'node:os';
import { withoutOwnVariables } from '../own-variables.ts';
import type { Command, Locating, Setting, Strategy } from './strategy.ts';
import { usersText } from './user-file/user-file.ts';

const unknown: Locating = { ok: false, why: '', refused: false };

/** Where the CLI is given its servers; a file that another run has merged counts as the user has it. */
export async function locate(
  strategy: Strategy | null,
  given: {
    readonly command: Command;
    readonly environment: Setting['environment'];
    readonly directory: string;
    readonly ownDirectory: string;
    readonly runId: string;
    readonly state: string;
  },
): Promise<Locating> {
  const { state, environment, ...rest } = given;
  const home = environment.HOME ?? homedir();
  const locating =
    (await strategy?.locate({
      ...rest,
      environment: withoutOwnVariables(environment),
      home,
    })) ?? unknown;
  if (!locating.ok || locating.location.users === null) return locating;
  const { location } = locating;
  const base = await usersText({ state, file: location.file });
  return { ok: true, location: { ...location, base } };
}
