import { type Environment } from './config/environment.ts';
import { describeFaults, readSettings, type RunningService, type Settings, startService } from './service.ts';
import { onStopSignals } from './stop-signals.ts';

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const whereData = ({ databaseUrl, dataDirectory }: Settings): string =>
  databaseUrl === null ? `data in ${dataDirectory}` : 'data in the database of DATABASE_URL';

/** Resolves at the first signal. Listens from before the start, which would otherwise leave its database behind. */
const stopAsked = (): Promise<void> =>
  new Promise((settle) => {
    onStopSignals({
      gentle: (signal) => {
        say(`Witness stops (${signal}). Send the signal again to end it at once.`);
        settle();
      },
      forced: () => {
        say('Witness was told to stop twice and ends at once.');
        process.exit(130);
      },
    });
  });

const stop = async (service: RunningService): Promise<void> => {
  try {
    await service.close();
  } catch (error) {
    say(`Witness did not stop cleanly: ${messageOf(error)}`);
    process.exit(1);
  }
  process.exit(0);
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs the service of this process until a signal ends it. What it says goes to stderr. */
export const runService = async (environment: Environment): Promise<void> => {
  const read = readSettings(environment);
  if (!read.ok) {
    say(describeFaults(read.faults));
    process.exitCode = 2;
    return;
  }
  const asked = stopAsked();
  try {
    const service = await startService(read.settings);
    void asked.then(() => stop(service));
    say(`Witness answers at ${service.url} (${whereData(read.settings)}).`);
    if (service.notice !== null) say(service.notice);
  } catch (error) {
    say(`Witness could not start: ${messageOf(error)}`);
    process.exitCode = 1;
  }
};
