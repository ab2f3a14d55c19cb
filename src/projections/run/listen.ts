import type { DataSource } from 'typeorm';
import { movedChannel } from '../store/postgres-store.ts';

interface Notice {
  readonly payload?: string;
}

interface Connection {
  on(event: 'notification', listener: (notice: Notice) => void): void;
  off(event: 'notification', listener: (notice: Notice) => void): void;
}

/** Hears that another process moved the projection. Notices may be lost: look now and then anyway. */
export interface Listening {
  /** Resolves at the next notice, or after `milliseconds`, or when `signal` aborts. */
  next(milliseconds: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Takes a connection of its own until it is closed. What `processId` itself tells is not heard. */
export async function listenForMoves(dataSource: DataSource, processId: string): Promise<Listening> {
  const runner = dataSource.createQueryRunner();
  let heard = false;
  let wake: (() => void) | null = null;
  const hear = ({ payload }: Notice): void => {
    if (payload === processId) return;
    heard = true;
    wake?.();
  };
  const connection = (await runner.connect()) as Connection;
  connection.on('notification', hear);
  const leave = async (): Promise<void> => {
    connection.off('notification', hear);
    await runner.release();
  };
  try {
    await runner.query(`listen ${movedChannel}`);
  } catch (error) {
    await leave();
    throw error;
  }
  return {
    next(milliseconds, signal) {
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          heard = false;
          wake = null;
          resolve();
        };
        const timer = setTimeout(done, milliseconds);
        signal.addEventListener('abort', done, { once: true });
        wake = done;
        if (heard || signal.aborted) done();
      });
    },
    async close() {
      await runner.query(`unlisten ${movedChannel}`).catch(() => undefined);
      await leave();
    },
  };
}
