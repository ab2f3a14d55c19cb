import type { Place } from './registry.mjs';

/** A tool of one server, by the names that they have in the profile and there. */
export interface Wanted {
  readonly server: string;
  readonly tool: string;
}

/** A coding agent's command line, run offline against the stub model. */
export interface Cli {
  /** As `witness passthrough` knows it. */
  readonly name: string;
  readonly package: { readonly name: string; readonly version: string; readonly package: string };
  /** Below `node_modules` of its package. */
  readonly bin: string;
  /** One prompt without a terminal, in which it may call these tools without asking. */
  readonly args: (turn: string, tools: readonly Wanted[]) => readonly string[];
  readonly env: (place: Place) => Readonly<Record<string, string>>;
  readonly prepare?: (place: Place) => Promise<void>;
}

export const clis: readonly Cli[];
export function installCli(cli: Cli): Promise<string>;
