import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL of the operating system, started for a test. */
export interface PackagedServer {
  /** For its superuser, of the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

interface Start {
  /** Where its binaries are, such as `/usr/lib/postgresql/15/bin`. */
  readonly binaries: string;
  readonly settings?: Readonly<Record<string, string>>;
}

const versions = '/usr/lib/postgresql';

/** Where Debian puts the newest PostgreSQL that is installed. */
export const packagedBinaries = (): string => {
  const found = existsSync(versions)
    ? readdirSync(versions)
        .map((version) => join(versions, version, 'bin'))
        .filter((folder) => existsSync(join(folder, 'pg_dump')))
    : [];
  const newest = found.at(-1);
  if (newest === undefined) throw new Error('Install PostgreSQL: apt-get install postgresql');
  return newest;
};

/** PostgreSQL refuses to run as root, so its own account, which the package makes, runs it. */
const account = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

const answers = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Makes a cluster of its own and starts it on a free port of 127.0.0.1; it trusts whoever connects. */
export const startPackagedServer = async ({ binaries, settings = {} }: Start): Promise<PackagedServer> => {
  const runAs = account();
  // The next run removes it by this name when this process is killed.
  const directory = mkdtempSync(join(tmpdir(), `witness-test-run-${process.pid}-`));
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(directory, runAs.uid, runAs.gid);
  const port = await freePort();
  const options = ['-D', directory, '-U', 'witness', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), options, { ...runAs, cwd: directory, stdio: 'ignore' });
  const wanted = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', ...settings };
  const given = Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(binaries, 'postgres'), ['-D', directory, '-p', String(port), ...given], {
    ...runAs,
    cwd: directory,
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGINT');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `postgresql://witness@127.0.0.1:${port}/postgres`;
  const deadline = Date.now() + 60_000;
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The PostgreSQL of ${binaries} did not start.`);
    }
    await pause(50);
  }
  return { url, stop };
};
