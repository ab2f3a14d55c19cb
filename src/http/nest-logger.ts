import { type LoggerService } from '@nestjs/common';
import { type FastifyBaseLogger } from 'fastify';
import { describeError } from './describe-error.ts';

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

const firstText = (values: readonly unknown[]): string =>
  values.find((value) => typeof value === 'string') ?? '';

/** Lets Nest log where the HTTP server does. What Nest tells of its own start is of interest to few: `debug`. */
export const nestLogger = (logger: FastifyBaseLogger): LoggerService => {
  const write =
    (level: Level) =>
    (...values: readonly unknown[]): void => {
      const error = values.find((value) => value instanceof Error);
      const context = values.length > 1 ? values.at(-1) : undefined;
      logger[level](
        {
          ...(typeof context === 'string' ? { context } : {}),
          ...(error === undefined ? {} : { error: describeError(error) }),
        },
        firstText(values.slice(0, 1)),
      );
    };
  return {
    log: write('debug'),
    debug: write('debug'),
    verbose: write('debug'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
};
