import type { KnownCommand } from './command-tree.ts';

const quoted = (words: readonly string[]): string => `"${words.join(' ')}"`;

function valueCases(commands: readonly KnownCommand[]): readonly string[] {
  return commands.flatMap(({ words, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ name, choices }) => {
        const offer = choices.length === 0 ? 'return' : `words=${quoted(choices)}`;
        return `    ${quoted([...words, name])}) ${offer} ;;`;
      }),
  );
}

const wordCases = (commands: readonly KnownCommand[]): readonly string[] =>
  commands.map(({ words, subcommands, choices, options }) => {
    const offered = [...subcommands, ...choices, ...options.map(({ name }) => name)];
    return `      ${quoted(words)}) words=${quoted(offered)} ;;`;
  });

/** A completion function for bash. What follows `--`, and values that are not known, are completed as the shell does. */
export function bashCompletion(commands: readonly KnownCommand[]): string {
  const below = commands.slice(1).map(({ words }) => quoted(words));
  return [
    '_witness() {',
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" path="witness" words="" i',
    '  COMPREPLY=()',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    [ "${COMP_WORDS[i]}" = "--" ] && return',
    '    case "$path ${COMP_WORDS[i]}" in',
    `      ${below.join(' | ')}) path="$path \${COMP_WORDS[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$path $prev" in',
    ...valueCases(commands),
    '    *)',
    '      case "$path" in',
    ...wordCases(commands).map((line) => `  ${line}`),
    '      esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '}',
    'complete -o default -F _witness witness',
  ].join('\n');
}

/** The same for zsh, which reads such functions where its own completion is there. */
export const zshCompletion = (commands: readonly KnownCommand[]): string =>
  [
    'autoload -U +X compinit bashcompinit',
    '(( $+functions[compdef] )) || compinit',
    'bashcompinit',
    bashCompletion(commands),
  ].join('\n');
