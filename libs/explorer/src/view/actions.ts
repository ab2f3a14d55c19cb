import type { EndpointTestResult, RecentOutput, TestProgress, WitnessClient } from '@mcp-witness/client';

/** A way back that a host offers for a session, with what it costs. */
export interface ResetOffer {
  /** What the host calls it, such as "Restart the agent". */
  readonly label: string;
  /** What is lost by it, in a sentence of the host's. Shown before it is done. */
  readonly consequences: string;
  readonly run: () => void | Promise<void>;
}

/** What may be done from the explorer. What is absent is not offered. A rejection is shown by its message. */
export interface ExplorerActions {
  /** `onProgress` is to be told every stage as it begins, where that is known. */
  readonly testEndpoint?: (
    serverName: string,
    signal: AbortSignal,
    onProgress: (progress: TestProgress) => void,
  ) => Promise<EndpointTestResult>;
  readonly recentOutput?: (signal: AbortSignal) => Promise<RecentOutput>;
  /** The sanitised diagnostics as text, for the clipboard. */
  readonly diagnostics?: (signal: AbortSignal) => Promise<string>;
  readonly openSettings?: () => void;
  readonly reset?: ResetOffer;
}

/** The actions that the service itself has, for one session. Settings and reset are the host's to add. */
export const clientActions = (client: WitnessClient, sessionId: string): ExplorerActions => ({
  testEndpoint: (serverName, signal, onProgress) =>
    client.testEndpoint(sessionId, serverName, { signal, onProgress }),
  recentOutput: (signal) => client.recentOutput(sessionId, signal),
  diagnostics: (signal) => client.diagnosticsText(sessionId, signal),
});
