import { spawnSync } from 'node:child_process';
import { newId } from '../../src/ids.ts';
import { ownerName, thisProcess } from '../../src/spool/place.ts';

/** The name of a process of this machine that has ended. */
export function goneOwner(): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return ownerName({ ...thisProcess(newId()), pid, started: '1' });
}
