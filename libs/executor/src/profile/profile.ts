/** One server of a profile, with its defaults filled in; values may still hold `${env:NAME}`. */
export type ProfileServer = {
  readonly name: string;
  /** False: the session is expected to have it, but it is not added. */
  readonly deliver: boolean;
  /** Carried by a local pass-through that keeps evidence of it. */
  readonly observed: boolean;
  /** Told which attempt it serves: it reports itself, by the observer library. Not where it is `observed`. */
  readonly tell_attempt: boolean;
  /** The host's own server, whose tools may be shown by name. */
  readonly built_in: boolean;
} & Launch;

export type Launch =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly type: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** Matches a server whose name fits the glob and, where it names one, whose transport it names. */
export interface ProfileRule {
  /** `*` stands for any text, `?` for one character, everything else for itself. */
  readonly match: string;
  readonly transport: string | null;
  readonly deny: boolean;
  /** Null: says nothing about it. */
  readonly observed: boolean | null;
  /** Null: says nothing about it. */
  readonly tell_attempt: boolean | null;
}

/** Which servers a run adds to its sessions, and what may happen to those that are there. */
export interface Profile {
  readonly version: 1;
  readonly servers: readonly ProfileServer[];
  /** The first that matches a server decides. */
  readonly rules: readonly ProfileRule[];
  /** False: the in-session server stays out. */
  readonly built_in_tools: boolean;
}
