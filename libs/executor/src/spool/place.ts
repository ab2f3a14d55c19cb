import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

/** Where executors of this user keep what outlives them. */
export function stateDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  const own = environment.WITNESS_STATE_DIR;
  if (own !== undefined && own !== '') return own;
  const state = environment.XDG_STATE_HOME;
  const base = state === undefined || state === '' ? join(homedir(), '.local', 'state') : state;
  return join(base, 'witness');
}

/** Where they keep what is not sent yet. */
export const spoolDirectory = (environment: Readonly<Record<string, string | undefined>>): string =>
  join(stateDirectory(environment), 'spool');

/** A spool's file name says who writes it, so that taking over the spool of a dead process is one rename. */
export interface SpoolOwner {
  readonly executor_id: string;
  readonly host: string;
  readonly pid: number;
  /** Tells a process from a later one with its number; `0` where the system does not say. */
  readonly started: string;
}

export const ownerName = (owner: SpoolOwner): string =>
  `${owner.executor_id}.${owner.host}.${owner.pid}.${owner.started}`;

export const spoolFileName = (owner: SpoolOwner): string => `${ownerName(owner)}.spool`;

const nameForm = /^([0-9a-f-]{36})\.([0-9a-f]{12})\.(\d{1,10})\.(\d{1,20})$/;

export const parseSpoolFileName = (name: string): SpoolOwner | null =>
  name.endsWith('.spool') ? parseOwnerName(name.slice(0, -'.spool'.length)) : null;

export function parseOwnerName(name: string): SpoolOwner | null {
  const [, executor_id, host, pid, started] = nameForm.exec(name) ?? [];
  if (executor_id === undefined || host === undefined || started === undefined) return null;
  return { executor_id, host, pid: Number(pid), started };
}

/** The start time that Linux gives for a process, in clock ticks since boot. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    return '0';
  }
}

/** Stands for this machine in file names. */
export const thisHost = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 12);

export function thisProcess(executor_id: string): SpoolOwner {
  return { executor_id, host: thisHost(), pid: process.pid, started: startOf(process.pid) };
}

/** What an owner of another host, or one that runs, left is not for this process to clear away. */
export const isGone = (owner: SpoolOwner): boolean => owner.host === thisHost() && !isRunning(owner);

/** Only of use for an owner on this host. */
export function isRunning(owner: SpoolOwner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const started = startOf(owner.pid);
  return owner.started === '0' || started === '0' || started === owner.started;
}
