import { redactShapes } from './redact.ts';

/** Shown in place of a command whose executable cannot be named without a doubt. */
export const INVALID_COMMAND = '<invalid command>';

/** An assignment, a quote, a URL or an option: more than the path of an executable. */
const MORE_THAN_A_PATH = /[='"`]|:\/\/|\s-/;
const EXECUTABLE = /^[A-Za-z0-9._+-]{1,64}$/;

/**
 * The executable's name without path, arguments or environment: the last segment by `/` or `\`, the same on every platform.
 * A command that holds anything more, or whose name looks like a credential, is `<invalid command>`.
 */
export function sanitizeCommand(command: string): string {
  const trimmed = command.trim();
  if (MORE_THAN_A_PATH.test(trimmed)) return INVALID_COMMAND;
  const name = trimmed.slice(Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\')) + 1);
  return EXECUTABLE.test(name) && redactShapes(name) === name ? name : INVALID_COMMAND;
}
