import { newId } from '../ids.ts';
import { ownerName, thisProcess } from '../spool/place.ts';
import { clearOwnPlaces } from './own-place.ts';
import { sayRestoring, type Telling } from './say.ts';
import { restoreUserFiles } from './user-file/user-file.ts';

/** Restores the user's files that passthroughs which were killed left merged, and clears away their own. Never rejects. */
export async function clearLeftovers(state: string, telling: Telling): Promise<void> {
  await clearOwnPlaces(state, (error) => {
    telling.onTrouble(`what an earlier passthrough left could not be cleared away: ${String(error)}`);
  });
  const leftovers = await restoreUserFiles(state, ownerName(thisProcess(newId())));
  for (const leftover of leftovers) sayRestoring(leftover, telling);
}
