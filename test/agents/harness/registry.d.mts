export interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly modelUrl: string;
}

/** What client and server of a connection settle on. */
export interface Spoken {
  readonly era: 'modern' | 'legacy';
  readonly protocol_version: string;
}

/** An agent, and what it was seen to do. */
export interface Agent {
  readonly name: string;
  /** As `witness probe` knows it. */
  readonly probedAs: string;
  /** npm package, run offline with made-up keys against a local stub model. */
  readonly package: string;
  readonly version: string;
  /** Name of its executable. */
  readonly bin: string;
  readonly args: readonly string[];
  /**
   * What it may settle on with a server that speaks both eras: it takes the older where its probe was not answered soon
   * enough. None: it leaves out such servers, without a word.
   */
  readonly speaks: Readonly<Record<'stdio' | 'http' | 'sse', readonly Spoken[]>>;
  /** Session calls that it takes beside session/new. */
  readonly calls: readonly ('session/load' | 'session/resume' | 'session/fork')[];
  /** How it may answer session/load, in the process that has the session and in a new one: null, or an error's code. */
  readonly answersLoad: Readonly<Record<'live' | 'anew', readonly (number | null)[]>>;
  /** A load or resume of a session that it has makes it connect to the servers of that call, also one that it refuses. */
  readonly reattaches: boolean;
  /** A load makes it connect again also to servers whose configuration stayed the same. */
  readonly reconnectsUnchanged: boolean;
  /** Session mode in which it calls tools without asking a second model. */
  readonly mode?: string;
  readonly env: (place: Place) => Readonly<Record<string, string>>;
  readonly prepare?: (place: Place) => Promise<void>;
}

export const agents: readonly Agent[];
/** Those of `WITNESS_AGENTS`, or the two smallest. */
export function chosenAgents(): readonly Agent[];
export function agentNamed(name: string): Agent;
