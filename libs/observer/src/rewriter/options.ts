export interface HandleOptions {
  /**
   * Signs handles: 32 characters or more, the same in every process of the server. Of several the first signs and all are
   * taken, so that one can be replaced. A random one of this process when absent: its handles end with it.
   */
  readonly secret?: string | readonly string[];
  /** Handles of one tenant are none of another. Empty when absent. */
  readonly tenant?: string;
  /** The parameter's name; `witness_session` when absent. A tool that has one of that name keeps it, and takes no handle. */
  readonly parameter?: string;
  /** Milliseconds that a handle is good for from when it is given: ten years at most, 24 hours when absent. */
  readonly ttlMs?: number;
}

/** What is added to the server's messages. Nothing when absent: then no message is changed. */
export interface RewritingOptions {
  /** Calls carry a handle that a result gave before, and so tell what belongs together without a transport's session. */
  readonly handles?: HandleOptions | true;
  /** Calls may name the agent that makes them, and the one that it works for; `witness_agent` when no name is given. */
  readonly agents?: { readonly parameter?: string } | boolean;
  /** A further tool that records what was looked for and not found; `report_missing_tool` when no name is given. */
  readonly reportMissingTool?: { readonly name?: string } | boolean;
  /**
   * Requests reach the server with the trace context of their own span in `_meta`, so that spans of the server's become its
   * children; so does what the server asks of the client reach that one. The caller's context is that of `_meta`, or of the
   * HTTP headers.
   */
  readonly propagateTrace?: boolean;
}
