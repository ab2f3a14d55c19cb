import { isLogFault } from '@mcp-witness/event-log';
import type { Logger } from '@nestjs/common';
import { isDatabaseAway } from '../../database/away.ts';

/** Logs failures, but one of a database that is away only when it goes, and once more when it is back. */
export interface Outage {
  failed(message: string, error: unknown): void;
  /** The database answered. */
  answered(): void;
}

/** Whether what failed is a database or log that could not be reached: the same may succeed soon. */
export const isAway = (error: unknown): boolean =>
  isDatabaseAway(error) || (isLogFault(error) && error.code === 'unavailable');

const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? ` (${code})` : '';
};

export const watchOutage = (logger: Pick<Logger, 'error' | 'warn'>): Outage => {
  let tries = 0;
  return {
    failed(message, error) {
      if (!isAway(error)) {
        logger.error(message, error);
        return;
      }
      tries += 1;
      if (tries > 1) return;
      logger.warn(
        `The database is away${codeOf(error)}. Read models wait for it; it is tried again until it is back.`,
      );
    },
    answered() {
      if (tries === 0) return;
      logger.warn(`The database is back. Failed tries meanwhile: ${tries}.`);
      tries = 0;
    },
  };
};
