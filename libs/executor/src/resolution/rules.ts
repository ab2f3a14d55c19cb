import type { Transport } from '@mcp-witness/evidence';
import { compileGlob } from '../profile/glob.ts';
import type { Profile, ProfileRule, ProfileServer } from '../profile/profile.ts';

export interface Ruling {
  readonly deny: boolean;
  readonly observed: boolean;
  readonly tell_attempt: boolean;
}

const compiled = new WeakMap<ProfileRule, (name: string) => boolean>();

function fits(rule: ProfileRule, name: string): boolean {
  const known = compiled.get(rule) ?? compileGlob(rule.match);
  compiled.set(rule, known);
  return known(name);
}

/** What the profile says of a server: its first rule that matches, and for what that leaves open the entry of the name. */
export function ruleOn(
  profile: Profile | null,
  server: { readonly name: string; readonly transport: Transport },
  entry: ProfileServer | undefined,
): Ruling {
  const rule = profile?.rules.find(
    (one) => (one.transport === null || one.transport === server.transport) && fits(one, server.name),
  );
  return {
    deny: rule?.deny ?? false,
    observed: rule?.observed ?? entry?.observed ?? false,
    tell_attempt: rule?.tell_attempt ?? entry?.tell_attempt ?? false,
  };
}

export const denied = 'A rule of the profile denies this server.';
