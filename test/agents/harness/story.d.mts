import type { History } from '@mcp-witness/evidence';
import type { Agent } from './registry.d.mts';

export interface Story {
  readonly sessionId: string;
  /** The report after the first prompt, while the agent still runs. */
  readonly afterNew: History;
  /** The report after the load and, where it was taken, a second prompt. */
  readonly afterLoad: History;
  readonly loadError: { readonly code: number } | null;
  /** Methods that the third-party server itself saw. */
  readonly thirdPartySaw: readonly string[];
}

export function playStory(options: {
  readonly agent: Agent;
  readonly serviceUrl: string;
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly onStep?: (text: string) => void;
  readonly whileLoaded?: () => Promise<void>;
}): Promise<Story>;
