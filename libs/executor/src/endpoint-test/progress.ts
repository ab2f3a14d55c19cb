export type Stage = 'start' | 'connect' | 'initialize' | 'tools_list';

type Warning = 'stdout_noise' | 'slow_start' | 'pagination_loop';

/** How far a test has come. */
export interface Progress {
  stage: Stage;
  /** Something answered, if only with a no. */
  reachable: boolean;
  protocol_version: string | null;
  tool_count: number | null;
  readonly warnings: Set<Warning>;
  /** Lines on standard output that are no messages. */
  noise_lines: number;
  /** What has to be ended, whatever became of the test; the last first. None rejects. */
  readonly endings: (() => Promise<void>)[];
}

/** `onStage` is told the first stage, and each that follows. */
export function newProgress(first: Stage, onStage: (stage: Stage) => void): Progress {
  let stage = first;
  onStage(first);
  return {
    get stage() {
      return stage;
    },
    set stage(next) {
      if (next !== stage) onStage(next);
      stage = next;
    },
    reachable: false,
    protocol_version: null,
    tool_count: null,
    warnings: new Set(),
    noise_lines: 0,
    endings: [],
  };
}
