import { isLogFault, logFault } from '../fault.ts';
import { type LogLink, type OpenEventLog, type ReadAll } from '../port.ts';
import { canBeName, weigh } from './acceptance.ts';
import { type Announcements, createAnnouncements } from './announcements.ts';
import { type Engine } from './engine.ts';
import { follow } from './follow.ts';
import { logIsClosed, patientReads } from './patient-reads.ts';
import { groupCommit, type GroupCommitLimits } from './group-commit.ts';

export interface EventLogOptions extends Partial<GroupCommitLimits> {
  /** How long at most a change made elsewhere stays unseen when its notification is lost. */
  readonly pollMilliseconds?: number;
}

const defaults: Required<EventLogOptions> = {
  maxQueued: 10_000,
  maxQueuedBytes: 64 * 1024 * 1024,
  maxBatch: 512,
  maxBatchBytes: 1024 * 1024,
  retryMilliseconds: 5_000,
  pollMilliseconds: 500,
};

const pageLimit = { usual: 1_000, most: 10_000 };

/** An event log over a store: checks, queue, batches, subscriptions and closing are the same for all of them. */
export function eventLogOver(
  createEngine: (changes: Announcements) => Engine,
  options: EventLogOptions,
): OpenEventLog {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: Required<EventLogOptions> = { ...defaults, ...Object.fromEntries(given) };
  const { pollMilliseconds } = settings;
  const changes = createAnnouncements();
  const engine = createEngine(changes);
  const group = groupCommit(engine, settings, () => {
    changes.announce();
  });
  const end = new AbortController();
  let closing: Promise<void> | null = null;

  async function read<Result>(act: () => Promise<Result>): Promise<Result> {
    if (closing !== null) throw logIsClosed();
    try {
      return await act();
    } catch (cause) {
      if (isLogFault(cause)) throw cause;
      throw logFault('unavailable', 'The event log could not be read. Try again.', { cause });
    }
  }

  async function close(): Promise<void> {
    end.abort();
    changes.announce();
    await group.drain();
    await engine.close();
  }

  return {
    async append(append) {
      if (closing !== null) throw logIsClosed();
      const weighed = weigh(append);
      if ('refusal' in weighed) {
        throw logFault(
          'refused',
          `The event log never takes this append: ${weighed.refusal}. Nothing was stored.`,
        );
      }
      return group.append(append, weighed.bytes);
    },
    readStream: ({ tenant_id, stream, from = 0, limit }) =>
      read(() =>
        canBeName(tenant_id) && canBeName(stream)
          ? engine.readStream({ tenant_id, stream, from, limit: pageOf(limit) })
          : Promise.resolve([]),
      ),
    readAll: ({ after, limit }) => read(() => engine.readAll({ after, limit: pageOf(limit) })),
    readLinks: ({ after, limit }) => read(() => linksOf(engine, { after, limit: pageOf(limit) })),
    head: () => read(() => engine.head()),
    async *subscribe({ after, signal, pageSize }) {
      if (closing !== null) throw logIsClosed();
      engine.listen?.();
      const pages = follow({
        after,
        pageSize: pageOf(pageSize),
        signal,
        changes,
        pollMilliseconds,
        readPage: patientReads(engine, changes, { signal, end: end.signal, pollMilliseconds }),
      });
      yield* pages;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const linksOf = (engine: Engine, asked: Required<ReadAll>): Promise<readonly LogLink[]> =>
  engine.readLinks?.(asked) ?? engine.readAll(asked);

const pageOf = (limit = pageLimit.usual): number => Math.min(Math.max(Math.trunc(limit), 1), pageLimit.most);
