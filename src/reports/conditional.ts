import type { ReadReport } from '../projections/read/session-reports.ts';

/** A strong validator: what a generation shows at a position never changes. */
export const entityTag = ({ generation, history }: ReadReport): string =>
  `"${generation}-${history.position}"`;

/** Whether `If-None-Match` names the tag, or any. */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const named = ifNoneMatch.split(',').map((name) => name.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(tag);
}
