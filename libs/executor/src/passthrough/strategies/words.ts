import type { ServerEntry } from '../../fronts/index.ts';
import { textsOf } from '../json-form.ts';
import type { Setting, Strategy } from '../strategy.ts';

/** A CLI that would put something else in the place of what stands in a value cannot be told that value. */
export const replaces =
  (cli: string, pattern: RegExp): Strategy['cannot'] =>
  (entry) =>
    textsOf(entry).some((text) => pattern.test(text))
      ? `A value of this server holds what ${cli} would replace by something else.`
      : null;

/** The same for a CLI that replaces names of variables that there are, and leaves others. */
export const replacesVariables =
  (cli: string): Strategy['cannot'] =>
  (entry: ServerEntry, environment: Setting['environment']) => {
    const named = textsOf(entry).flatMap((text) => [...text.matchAll(/\$(?:(\w+)|\{([^}:]+)(:-)?[^}]*\})/g)]);
    const isReplaced = named.some(([, bare, braced, fallback]) => {
      const name = bare ?? braced ?? '';
      return fallback !== undefined || environment[name] !== undefined;
    });
    return isReplaced ? `A value of this server holds a variable that ${cli} would replace.` : null;
  };
