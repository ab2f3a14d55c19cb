import type { EventLog } from '@mcp-witness/event-log';
import type { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { sessionReports } from '../definition.ts';
import { claimLive } from '../store/generations.ts';
import { createPostgresStore } from '../store/postgres-store.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { type RowFollower, rowFollower } from './follow-rows.ts';
import { listenForMoves } from './listen.ts';
import { observeRun, type Telling } from './observe-run.ts';
import type { Outage } from './outage.ts';
import { lostConnection } from './ownership.ts';
import { pause } from './pause.ts';
import { type RunOutcome, runProjection } from './run-projection.ts';
import { type Seat, takeSeat } from './seat.ts';
import { sharesOf } from './shares.ts';
import { sweepNowAndThen } from './sweep.ts';

export interface HoldShards {
  readonly processId: string;
  readonly log: EventLog;
  readonly dataSource: DataSource;
  readonly telling: Telling;
  readonly outage: Outage;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** How often a process says that it lives and looks who else does. */
const beatMilliseconds = 300;

/** A run over some shards. */
interface Running {
  /** Aborts when it is over, by itself or because everything stops. */
  readonly over: AbortSignal;
  /** Rejects with what it failed with. */
  stop(): Promise<void>;
}

/**
 * Keeps this process's part of the read models up to the log and tells what the others write, until `signal` aborts.
 * Rejects when the database fails or the connection that holds the locks is gone; nothing is held then any more.
 */
export async function holdShards(holding: HoldShards): Promise<void> {
  const { dataSource, processId, telling } = holding;
  const seat = await takeSeat(dataSource, `witness projection ${sessionReports.name}`, processId);
  const over = new AbortController();
  const signal = AbortSignal.any([holding.signal, seat.lost, over.signal]);
  try {
    const listening = await listenForMoves(dataSource, processId);
    holding.outage.answered();
    const rows = rowFollower({ dataSource, ...telling, signal });
    const following = rows.follow(listening).finally(() => {
      over.abort();
    });
    const tending = tend({ ...holding, signal }, seat, rows).finally(() => {
      over.abort();
    });
    const ends = await Promise.allSettled([following, tending]);
    await listening.close();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (seat.lost.aborted) throw lostConnection('that holds the locks of the shards');
  } finally {
    telling.metrics.owns(0);
    await seat.leave().catch(() => undefined);
  }
}

/** What a process has at the moment. */
interface Holding {
  readonly held: Set<number>;
  running: Running | null;
}

/** Takes and gives shards as processes come and go. Two of them agree on who is to have which one. */
async function tend(holding: HoldShards, seat: Seat, rows: RowFollower): Promise<void> {
  const { signal } = holding;
  if (!(await bringUpToDate(holding))) return;
  const has: Holding = { held: new Set(), running: null };
  try {
    while (!signal.aborted) {
      await divide(holding, seat, has);
      if (has.held.size > 0) has.running ??= start(holding, [...has.held], rows);
      await pause(beatMilliseconds, has.running?.over ?? signal);
      if (has.running?.over.aborted === true) await rest(has);
    }
  } finally {
    await rest(has);
  }
}

async function rest(has: Holding): Promise<void> {
  const { running } = has;
  has.running = null;
  await running?.stop();
}

/** Brings what is held to what this process is to have, as far as the others have let go of it. */
async function divide({ processId, telling }: HoldShards, seat: Seat, has: Holding): Promise<void> {
  const { held } = has;
  const wanted = new Set(sharesOf(await seat.beat()).get(processId));
  const tooMany = [...held].filter((shard) => !wanted.has(shard));
  const taken = await seat.take([...wanted].filter((shard) => !held.has(shard)));
  if (tooMany.length + taken.length === 0) return;
  await rest(has);
  await seat.give(tooMany);
  for (const shard of tooMany) held.delete(shard);
  for (const shard of taken) held.add(shard);
  telling.metrics.owns(held.size);
}

function start(holding: HoldShards, shards: readonly number[], rows: RowFollower): Running {
  const stopped = new AbortController();
  const signal = AbortSignal.any([holding.signal, stopped.signal]);
  const over = new AbortController();
  const ended = project({ ...holding, signal }, shards, rows).finally(() => {
    rows.disown();
    over.abort();
  });
  ended.catch(() => undefined);
  return {
    over: AbortSignal.any([signal, over.signal]),
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

async function project(
  holding: HoldShards,
  shards: readonly number[],
  rows: RowFollower,
): Promise<RunOutcome> {
  const { log, dataSource, telling, outage, logger, processId } = holding;
  const ended = new AbortController();
  const signal = AbortSignal.any([holding.signal, ended.signal]);
  const checkpoint = await claimLive(dataSource, sessionReports, shards, processId);
  await rows.own(shards);
  const sweeping = shards.includes(0)
    ? sweepNowAndThen(dataSource, signal, (error) => {
        telling.metrics.failed();
        outage.failed('Catalogs that nobody needs could not be dropped; it is tried again.', error);
      })
    : Promise.resolve();
  try {
    const store = createPostgresStore(dataSource, sessionReports.name, processId);
    return await runProjection({
      log,
      store,
      checkpoint,
      signal,
      observer: observeRun(logger, outage, telling),
    });
  } finally {
    ended.abort();
    await sweeping;
  }
}
