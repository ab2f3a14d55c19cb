import { ErrorType, isCommandError, type KurrentDBClient } from '@kurrent/kurrentdb-client';
import { setTimeout as pause } from 'node:timers/promises';

/** One log of a cluster. */
export interface Connection {
  readonly client: KurrentDBClient;
  /** Begins the names of all streams of this log, and of no other. */
  readonly prefix: string;
  /** How long the server may take to answer. */
  readonly answerMilliseconds: number;
}

/** Raised when the server did not answer in time, so that the outcome is unknown. */
export class NoAnswer extends Error {
  constructor(milliseconds: number) {
    super(`KurrentDB did not answer within ${milliseconds} ms.`);
  }
}

/** What `act` brings, unless it takes longer than the server may: neither appends nor reads of the client end by themselves. */
export async function answered<Result>(connection: Connection, act: () => Promise<Result>): Promise<Result> {
  const { answerMilliseconds } = connection;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new NoAnswer(answerMilliseconds));
    }, answerMilliseconds);
  });
  try {
    return await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const moving: ReadonlySet<string> = new Set([ErrorType.NOT_LEADER, ErrorType.UNAVAILABLE]);
const readTries = 4;

/**
 * What a read brings. After a change of leader the client tells of it once and goes to the new one then, so the same
 * read is made again.
 */
export const reading = <Result>(connection: Connection, act: () => Promise<Result>): Promise<Result> =>
  answered(connection, async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await act();
      } catch (error) {
        const isMoving = error instanceof Error && isCommandError(error) && moving.has(error.type);
        if (!isMoving || tries === readTries) throw error;
      }
      await pause(20 * tries);
    }
  });
