import type { Transport } from '@mcp-witness/evidence';
import { fitsGlob } from '../profile/glob.ts';
import type { Profile, ProfileServer } from '../profile/profile.ts';

export interface Ruling {
  readonly deny: boolean;
  readonly observed: boolean;
}

/** What the profile says of a server: its first rule that matches, and for what that leaves open the entry of the name. */
export function ruleOn(
  profile: Profile | null,
  server: { readonly name: string; readonly transport: Transport },
  entry: ProfileServer | undefined,
): Ruling {
  const rule = profile?.rules.find(
    ({ match, transport }) =>
      (transport === null || transport === server.transport) && fitsGlob(server.name, match),
  );
  return { deny: rule?.deny ?? false, observed: rule?.observed ?? entry?.observed ?? false };
}

export const denied = 'A rule of the profile denies this server.';
