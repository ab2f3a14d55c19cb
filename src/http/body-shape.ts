import { Problem } from './problem.ts';

/** Values and nesting of a body that is judged by its class: several times what any of ours needs. */
const mostValues = 5_000;
const deepest = 32;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Refuses what is too large to be judged, before anything looks at every part of it: judging costs time by the square
 * of the members that no class names, and goes as deep as they do.
 */
export const refuseExcess = (body: object): void => {
  let level: readonly object[] = [body];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === deepest) throw new Problem('invalid', { errors: [{ pointer: '', code: 'too_deep' }] });
    const below: object[] = [];
    for (const parent of level) {
      const members: readonly unknown[] = Object.values(parent);
      values += members.length;
      if (values > mostValues)
        throw new Problem('too_large', { errors: [{ pointer: '', code: 'too_many' }] });
      below.push(...members.filter(isContainer));
    }
    level = below;
  }
};
