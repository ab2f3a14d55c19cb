export interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly modelUrl: string;
}

export interface Spoken {
  readonly era: 'modern' | 'legacy';
  readonly protocol_version: string;
}

export interface Agent {
  readonly name: string;
  /** npm package, run offline with made-up keys against a local stub model. */
  readonly package: string;
  readonly version: string;
  /** Name of its executable. */
  readonly bin: string;
  readonly args: readonly string[];
  /** What it speaks to an MCP server over HTTP. */
  readonly era: 'modern' | 'legacy';
  /** The MCP version that it settles on. */
  readonly protocol: string;
  /** False: it leaves out stdio servers that its client names, without a word. */
  readonly startsStdio: boolean;
  /** False: a new process of it may refuse to load a session that an earlier one had. */
  readonly alwaysLoads: boolean;
  /** What it settles on over each transport; null: it leaves such servers out, without a word. */
  readonly speaks: Readonly<Record<'stdio' | 'http' | 'sse', Spoken | null>>;
  /** It connects to the servers of a session call that it then refuses. */
  readonly attachesWhenRefusing: boolean;
  /** Session mode in which it calls tools without asking a second model. */
  readonly mode?: string;
  readonly env: (place: Place) => Readonly<Record<string, string>>;
  readonly prepare?: (place: Place) => Promise<void>;
}

export const agents: readonly Agent[];
export function agentNamed(name: string): Agent;
