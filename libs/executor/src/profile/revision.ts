import { createHash } from 'node:crypto';
import { canonicalJson } from '@mcp-witness/evidence';
import type { Profile } from './profile.ts';

/** Names what a profile says, its defaults filled in and its references as they stand: the same text for the same meaning. */
export const profileRevision = (profile: Profile): string =>
  createHash('sha256').update(canonicalJson(profile)).digest('hex');
