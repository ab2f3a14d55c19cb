import { kindOfKey } from './keys.ts';

/** `--api-key`, `--apiKey`, `--API-KEY`: words. */
const LONG = /^--(?:[a-z]+(?:[A-Z][a-z]+)*(?:-[a-z]+(?:[A-Z][a-z]+)*)*|[A-Z]+(?:[-_][A-Z]+)*)$/;
/** `-v`, `-rf`, `-xvf`. */
const SHORT = /^-[A-Za-z]{1,3}$/;
/** Long names behind one dash, as the tools of some languages have them. Anything else there may be a letter and its value. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'access address api-key apikey auth bind cert classpath client command config connect cwd data database debug dir directory ' +
    'encoding env experimental file force format header headers help host http https image input insecure interactive jar key ' +
    'level listen local log mode module model name network no-cache org output passphrase password path port preload profile ' +
    'project protocol proxy public quiet read-only readonly region remote require root script secret server session silent skip ' +
    'socket stdio target timeout tls token trace transport type url user username verbose version watch workspace yes'
  ).split(' '),
);

const isWord = (argument: string): boolean => WORDS.has(argument.slice(1).toLowerCase());

/** Options of one letter that take a password, user, key or token, which may stand right behind the letter. */
const GLUED = /^-[pPuUkt]([^-=:\s][^=:\s]{3,})$/;

/** The shape of an option's name, which tells no secret. What stands after the name of a secret is one more readily. */
function isName(argument: string, before: string | undefined): boolean {
  if (LONG.test(argument)) return true;
  const isAwaited = before !== undefined && LONG.test(before) && kindOfKey(before) !== 'harmless';
  return SHORT.test(argument) || (!isAwaited && isWord(argument));
}

/** What of a server's arguments may be secret: all but names of options, and what stands behind the letter of one. */
export function argumentSecrets(args: readonly string[]): string[] {
  return args.flatMap((argument, index) => {
    if (isName(argument, args[index - 1])) return [];
    const [, glued] = GLUED.exec(argument) ?? [];
    return glued === undefined || isWord(argument) ? [argument] : [argument, glued];
  });
}
