import { withDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** A service process that can be stopped and comes back at the same address, with what it had. */
export interface RestartedService {
  readonly url: string;
  stop(): Promise<void>;
  startAgain(): Promise<void>;
}

/** Runs one over a database of its own for the length of `use`. */
export const withRestartedService = (use: (service: RestartedService) => Promise<void>): Promise<void> =>
  withDatabase(async ({ url: database }) => {
    const environment = {
      DATABASE_URL: database,
      WITNESS_PORT: String(await freePort()),
      WITNESS_LOG_LEVEL: 'silent',
    };
    let running: ServiceProcess = await startServiceProcess(environment);
    const stop = async (): Promise<void> => {
      await running.end('SIGTERM');
    };
    try {
      await use({
        url: running.url,
        stop,
        startAgain: async () => {
          running = await startServiceProcess(environment);
        },
      });
    } finally {
      await stop();
    }
  });
