import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';

/** Two processes of the service on one database, behind one address. */
export interface ServicePair {
  readonly url: string;
  /** Ends one of them with a signal and starts another in its place; the exit code of the one that ended. */
  replace(which: number, signal: NodeJS.Signals): Promise<number | null>;
}

const start = (databaseUrl: string): Promise<ServiceProcess> =>
  startServiceProcess({ DATABASE_URL: databaseUrl });

/** Both are ended when the callback ends, in good order. */
export async function withServicePair<Result>(
  databaseUrl: string,
  use: (pair: ServicePair) => Promise<Result>,
): Promise<Result> {
  // One after the other: what has started is ended also when the next one does not start.
  const processes = [await start(databaseUrl)];
  const door: FrontDoor = await openFrontDoor(processes.map(({ url }) => url));
  try {
    processes[1] = await start(databaseUrl);
    door.services[1] = processes[1].url;
    return await use({
      url: door.url,
      async replace(which, signal) {
        const code = await processes[which]!.end(signal);
        processes[which] = await start(databaseUrl);
        door.services[which] = processes[which].url;
        return code;
      },
    });
  } finally {
    await Promise.all(processes.map((one) => one.end('SIGTERM')));
    await door.close();
  }
}
