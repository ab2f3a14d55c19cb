import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Account } from './account.ts';
import { LocalPostgresError, useYourOwn } from './failure.ts';
import { openLogFile } from './log-file.ts';
import { runAs } from './run-as.ts';

export type Settings = Readonly<Record<string, string>>;

/**
 * For a service that shares a machine with an agent and an editor: modest memory, and no just-in-time compiler, which
 * costs more than it gives on queries of milliseconds. Only loopback TCP, no socket file: its path would have to be
 * under 108 bytes, and checkouts are deeper than that.
 */
const tuning: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  max_wal_size: '1GB',
  wal_compression: 'on',
};

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  isGone(): boolean;
  /** What it wrote to its log since it was started. */
  logTail(): string;
  /** Ends the watch over it without ending it. Its log has no tail from then on. */
  release(): void;
}

interface Spawn {
  readonly executable: string;
  readonly dir: string;
  readonly logPath: string;
  readonly account: Account | null;
  readonly settings: Settings;
  readonly port?: number | undefined;
}

/** Starts a postmaster; whether it serves is for the caller to find out by connecting. */
export async function spawnPostmaster({
  executable,
  dir,
  logPath,
  account,
  settings,
  port,
}: Spawn): Promise<Postmaster> {
  const { dataPath, options } = runAs(account, dir);
  const chosen = port ?? (await freePort());
  const flags = Object.entries({ ...tuning, ...settings, port: String(chosen) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = openLogFile(logPath);
  // Its own session: Ctrl-C in the terminal reaches the service alone, which stops the database last.
  const child = spawn(executable, ['-D', dataPath, ...flags], {
    ...options,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  try {
    await spawned(child, executable);
  } catch (error) {
    log.close();
    throw error;
  }
  child.unref();
  const pid = child.pid ?? 0;
  const onExit = (): void => void child.kill('SIGINT');
  process.once('exit', onExit);
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    pid,
    port: chosen,
    isGone,
    logTail: () => log.tail(),
    release: () => {
      process.off('exit', onExit);
      log.close();
    },
  };
}

async function spawned(child: ChildProcess, executable: string): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new LocalPostgresError(
      'binaries_unusable',
      `${executable} cannot be started on this system. ${useYourOwn}`,
      { cause },
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
