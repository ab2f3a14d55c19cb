import { randomUUID } from 'node:crypto';
import {
  ATTEMPT_VARIABLE,
  createFrameObserver,
  type FrameObserver,
  readAttemptToken,
} from '@mcp-witness/mcp-frames';
import { processId } from '../correlation/correlate.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Rewriter } from '../rewriting.ts';
import { rememberConnections } from '../sight/memory.ts';
import type { Passed } from '../sight/passed.ts';
import {
  observationOf,
  observationOfClose,
  observationOfNotice,
  type Sight,
} from '../sight/to-observation.ts';

/** What all instances of one server share in a process: adapters feed it, and the pipeline is told what was seen. */
export interface Hub {
  readonly frames: FrameObserver;
  readonly rewriter: Rewriter | null;
  readonly pipeline: Pipeline;
  /** The client of the process's own transport is gone. */
  ended(): void;
  /** A fault of ours or an object that cannot be observed, in one line. */
  log(line: string): void;
}

export interface HubParts {
  readonly server: string;
  readonly pipeline: Pipeline;
  readonly rewriter: Rewriter | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
}

/** So many calls may run at once before the oldest is given up. */
const MOST_PENDING = 32_768;

/** The end of a request that has a transport of its own is no end of a connection. */
export const WITHOUT_SESSION = 'without_session';

const FOREIGN_TOKEN =
  'what names an attempt here was made by no relay, and ties nothing to that attempt; see tell_attempt of a profile';

let observations = 0;

/** The same in no other process. */
export function newObservationId(): string {
  observations += 1;
  return `${processId}-${observations.toString(36)}`;
}

const now = (): number => performance.timeOrigin + performance.now();

export function createHub({ server, pipeline, rewriter, env, log }: HubParts): Hub {
  const given = env[ATTEMPT_VARIABLE];
  let isForeignTold = false;
  const onForeignToken = (): void => {
    if (!isForeignTold) log(FOREIGN_TOKEN);
    isForeignTold = true;
  };
  const token = readAttemptToken(given);
  if (given !== undefined && given !== '' && token === null) onForeignToken();
  const sight: Sight = {
    server,
    token,
    onForeignToken,
    opened: rememberConnections(),
  };
  const frames = createFrameObserver({
    server_name: server,
    onEvidence: null,
    now,
    newConnectionId: randomUUID,
    ownCatalog: true,
    mostPending: MOST_PENDING,
    seenBy: {
      request(seen) {
        const passed = seen.context as Passed;
        const id = seen.asked_by === 'client' && !passed.isTold ? passed.id : newObservationId();
        passed.isTold ||= id === passed.id;
        pipeline.take(observationOf(seen, id, passed, sight));
      },
      notice(notice) {
        const observation = observationOfNotice(notice, notice.context as Passed, sight);
        if (observation !== null) pipeline.take(observation);
      },
      closed(connection_id, _key, reason_code) {
        const opened = sight.opened.take(connection_id);
        if (reason_code === WITHOUT_SESSION) return;
        const at = now();
        pipeline.take(
          observationOfClose({ id: newObservationId(), at, connection_id, reason_code }, opened, sight),
        );
      },
    },
  });
  return { frames, rewriter, pipeline, log, ended: () => pipeline.ended?.() };
}
