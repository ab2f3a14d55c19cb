import { Problem } from '../http/problem.ts';

const longest = 200;
const printable = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;

const isName = (name: string): boolean => name.length <= longest && printable.test(name);

/** A name from a path under which a subscription may be made. Throws `invalid`. */
export const nameToMake = (name: string): string => {
  if (!isName(name)) throw new Problem('invalid', { errors: [{ pointer: 'name', code: 'malformed' }] });
  return name;
};

/** A name from a path under which one may be looked for. Throws `not_found`. */
export const nameToFind = (name: string): string => {
  if (!isName(name)) throw new Problem('not_found');
  return name;
};
