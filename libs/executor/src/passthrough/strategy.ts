import type { Channel } from '@mcp-witness/evidence';
import type { ServerEntry } from '../fronts/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;
export type Command = readonly [string, ...string[]];

/** Where a CLI is about to be started. */
export interface Setting {
  readonly command: Command;
  /** The CLI's, without credentials of ours. */
  readonly environment: Environment;
  /** The project: where the command runs. */
  readonly directory: string;
  readonly home: string;
  /** A directory of this run alone, for this user alone, which goes with it. */
  readonly ownDirectory: string;
  /** Distinguishes this run in names of files. */
  readonly runId: string;
}

/** Where one CLI is given its servers. */
export interface Location {
  /** The file that holds them. */
  readonly file: string;
  /** What `file` has to hold beside them; null: nothing. */
  readonly base: string | null;
  /** Not null: `file` is the user's own, merged for as long as the command runs, and restored; the servers stand in that member. */
  readonly users: { readonly member: string } | null;
  /** The command and environment by which the CLI finds `file`. */
  readonly command: Command;
  readonly environment: Environment;
  /** Names in the CLI's own configuration that cannot stand beside ours. */
  readonly taken: ReadonlySet<string>;
}

export type Locating =
  | { readonly ok: true; readonly location: Location }
  /** Nothing can be handed over, and `why` says it as a sentence. `refused`: the command is not to be started like that. */
  | { readonly ok: false; readonly why: string; readonly refused: boolean };

/** Servers by their names, each in the CLI's own form. */
export type OwnServers = Readonly<Record<string, unknown>>;

/** One CLI, the configuration of whose MCP servers is known. */
export interface Strategy {
  readonly cli: string;
  readonly channel: Channel;
  /** Where else the CLI may have servers, over which nothing is decided here. */
  readonly elsewhere: readonly string[];
  locate(setting: Setting): Promise<Locating>;
  /** Why its configuration cannot say this server, as a sentence; null when it can. */
  cannot(entry: ServerEntry, environment: Environment): string | null;
  /** The servers that `base` has; null when it cannot be read. */
  read(base: string | null): OwnServers | null;
  /** A server in the CLI's own form as ACP writes it; null for what is not understood. */
  understand(name: string, own: unknown): ServerEntry | null;
  render(entry: ServerEntry): unknown;
  /** `base` with these servers in the place of those that it has. */
  write(base: string | null, servers: OwnServers): string;
}
