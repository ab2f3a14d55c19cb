import type { OwnPlace } from './own-place.ts';
import type { PassthroughPlan } from './plan-passthrough.ts';
import type { Location, Strategy } from './strategy.ts';
import type { Restoring } from './user-file/restore.ts';
import { mergeUserFile, releaseUserFile, type UserFilePlace } from './user-file/user-file.ts';

/** What was written for one run. */
export interface WrittenConfiguration {
  /** Takes it away again. Null: nothing of the user's was touched. */
  remove(): Promise<Restoring | null>;
}

export interface Writing {
  readonly strategy: Strategy;
  readonly location: Location;
  readonly plan: PassthroughPlan;
  readonly own: OwnPlace;
  readonly state: string;
  readonly owner: string;
}

/** Rejects where it cannot be written; then nothing is. */
export async function writeConfiguration(writing: Writing): Promise<WrittenConfiguration> {
  const { strategy, location, plan, own, state, owner } = writing;
  const { file, base } = location;
  if (location.users !== null) {
    const place: UserFilePlace = { state, owner, file, member: location.users.member };
    await mergeUserFile(place, plan.own);
    return { remove: () => releaseUserFile(place) };
  }
  await own.write(file, strategy.write(base, plan.own));
  return { remove: () => Promise.resolve(null) };
}
