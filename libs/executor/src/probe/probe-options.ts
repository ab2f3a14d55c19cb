import type { FrameListener } from './acp-client.ts';
import type { ProbeTransport } from './result.ts';

export interface ProbeOptions {
  readonly command: readonly [string, ...string[]];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Sent whether advertised or not; null: stdio, and what is advertised. */
  readonly transports: readonly ProbeTransport[] | null;
  /** What the agent is asked to do in one turn; null: nothing. */
  readonly prompt: string | null;
  /** The mode in which it does so, by the agent's own name; null: the one in which it begins. */
  readonly mode: string | null;
  /** How long each answer, and after that of session/new its sentinels, are waited for. */
  readonly timeoutMs: number;
  /** How long sentinels of later calls are waited for at most; 10,000 when absent: an agent that connects again does so soon. */
  readonly laterMs?: number;
  /** Every line that passes. */
  readonly onFrame: FrameListener;
  readonly onStep: (step: string) => void;
  /** Whether the agent's stderr goes to ours. */
  readonly stderr: boolean;
  readonly signal?: AbortSignal;
}
