import { isOwnCredential } from '../own-variables.ts';

/** What every value of a profile has to fit: no NUL, and no `${env:` that is not a whole reference. */
export const valuePattern = /^(?:(?!\$\{env:)[^\0]|\$\{env:[A-Za-z_][A-Za-z0-9_]{0,127}\})*$/;

const reference = /\$\{env:([A-Za-z_][A-Za-z0-9_]{0,127})\}/g;

export const hasReference = (value: string): boolean => value.includes('${env:');

export interface Resolver {
  /** The value with every reference replaced; one that stands for nothing is noted. */
  readonly resolve: (value: string) => string;
  /** Names that the environment has no content for. */
  readonly missing: ReadonlySet<string>;
  /** Names of this process's own credentials, which no server is given. */
  readonly withheld: ReadonlySet<string>;
}

/** Replaces `${env:NAME}` by what the environment has, once: what comes in that way is not looked at again. */
export function createResolver(environment: Readonly<Record<string, string | undefined>>): Resolver {
  const missing = new Set<string>();
  const withheld = new Set<string>();
  return {
    missing,
    withheld,
    resolve: (value) =>
      value.replace(reference, (_, name: string) => {
        if (isOwnCredential(name)) {
          withheld.add(name);
          return '';
        }
        const content = Object.hasOwn(environment, name) ? (environment[name] ?? '') : '';
        if (content === '') missing.add(name);
        return content;
      }),
  };
}
