import { LocalPostgresError, messageOf } from './failure.ts';
import { claim, inUse, type Ownership } from './ownership.ts';
import { serve, type Serving, type Site } from './serve.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const restartsAllowed = 5;
const restartWindowMs = 60_000;
const checkpointMs = 10_000;

export interface Supervised {
  readonly port: number;
  pid(): number;
  stop(): Promise<void>;
}

/** Serves, and serves again on the same port when the server dies. More than five deaths in a minute are given up on. */
export async function supervise(
  site: Site,
  onLost: (error: LocalPostgresError) => void,
): Promise<Supervised> {
  let serving = await serve(site);
  const { port } = serving.postmaster;
  const deaths: number[] = [];
  let stopped: Promise<void> | undefined;
  let recovering: Promise<void> = Promise.resolve();

  const recover = async (): Promise<void> => {
    deaths.push(Date.now());
    site.log('The connection to the local PostgreSQL was lost. Restoring it.');
    try {
      if (deaths.filter((at) => at > Date.now() - restartWindowMs).length > restartsAllowed)
        throw diesTooOften(site);
      serving = await restored(site, serving);
      watch();
      site.log(`The local PostgreSQL serves again (process ${serving.postmaster.pid}).`);
    } catch (error) {
      onLost(
        error instanceof LocalPostgresError
          ? error
          : new LocalPostgresError('start_failed', messageOf(error), { cause: error }),
      );
    }
  };
  const watch = (): void => {
    serving.ownership.once('end', () => {
      if (!stopped) recovering = recover();
    });
  };
  const stop = async (): Promise<void> => {
    await recovering;
    const { postmaster, ownership } = serving;
    if (!postmaster.isGone()) {
      await checkpoint(ownership);
      await stopPostmaster(postmaster.pid, () => postmaster.isGone());
    }
    postmaster.release();
  };

  watch();
  return { port, pid: () => serving.postmaster.pid, stop: () => (stopped ??= stop()) };
}

/** A postmaster that lives has thrown its clients out after a crash of one of them: then only the lock is taken again. */
async function restored(site: Site, { postmaster }: Serving): Promise<Serving> {
  const address = { port: postmaster.port, password: site.password };
  const claimed = await claim(address, () => postmaster.isGone(), site.startTimeoutMs);
  if (claimed.outcome === 'owned') return { postmaster, ownership: claimed.ownership };
  if (claimed.outcome === 'taken') throw inUse(site.dataDir, claimed.holder);
  if (!postmaster.isGone()) await stopPostmaster(postmaster.pid, () => postmaster.isGone());
  postmaster.release();
  return serve(site, postmaster.port);
}

function diesTooOften(site: Site): LocalPostgresError {
  return new LocalPostgresError(
    'start_failed',
    `The local PostgreSQL died more than ${restartsAllowed} times within a minute and is not started again. Its log is ${site.logPath}.`,
  );
}

/** Shortens the shutdown; it is not needed for safety, so its failure and its slowness are passed over. */
async function checkpoint(ownership: Ownership): Promise<void> {
  const timeout = new AbortController();
  const late = new Promise<void>((done) => {
    const timer = setTimeout(done, checkpointMs);
    timeout.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
  await Promise.race([ownership.query('checkpoint').catch(() => undefined), late]);
  timeout.abort();
  await Promise.race([ownership.end().catch(() => undefined), late]);
}
