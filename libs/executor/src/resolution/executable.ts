import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, resolve } from 'node:path';

export interface Launching {
  readonly command: string;
  /** Where the agent's session works. */
  readonly directory: string;
  /** What the server's process will have. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function candidates({ command, directory, environment }: Launching): readonly string[] {
  const isWindows = process.platform === 'win32';
  const isPath = command.includes('/') || (isWindows && command.includes('\\'));
  const path = environment.PATH ?? environment.Path ?? '/usr/bin:/bin';
  const folders = isPath || isAbsolute(command) ? [''] : path.split(delimiter);
  const endings = isWindows ? ['', ...(environment.PATHEXT ?? '.EXE;.CMD;.BAT;.COM').split(';')] : [''];
  return folders.flatMap((folder) => endings.map((ending) => resolve(directory, folder, command + ending)));
}

/** Whether the agent would find the executable: in PATH, or relative to the session's directory when it is a path. */
export async function findsExecutable(launching: Launching): Promise<boolean> {
  for (const candidate of candidates(launching)) if (await isExecutable(candidate)) return true;
  return false;
}
