import { Problem } from './problem.ts';

/** What was looked for, or a 404. */
export function found<Found>(value: Found | null): Found {
  if (value === null) throw new Problem('not_found');
  return value;
}

/** An id from a path, as it may be looked up: the database knows no NUL, so nothing has such an id. */
export function findable(id: string): string {
  if (id.includes('\0')) throw new Problem('not_found');
  return id;
}
