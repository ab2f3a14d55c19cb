import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../ids.ts';
import { makeDirectory } from '../../spool/make-directory.ts';
import type { OwnServers } from '../strategy.ts';

/** A run that has the file merged. */
interface Holder {
  /** Name of the process, as spool files have it. */
  readonly owner: string;
  /** All servers that the file is to have for it. */
  readonly servers: OwnServers;
}

/** What is kept of a user's file while it is merged. */
export interface MergeRecord {
  readonly file: string;
  /** Member of the document that holds the servers. */
  readonly member: string;
  /** Null: there was no file. */
  readonly original: {
    /** Base64. */
    readonly bytes: string;
    readonly mode: number;
    readonly atimeMs: number;
    readonly mtimeMs: number;
  } | null;
  /** Directories that were made for the file, innermost first. */
  readonly made: readonly string[];
  /** What we wrote last, and what we are about to write: a process may be killed between the two. */
  readonly written: readonly string[];
  /** In the order in which they came. */
  readonly holders: readonly Holder[];
}

const recordsOf = (state: string): string => join(state, 'passthrough', 'files');

/** Where the record of a file lies: nobody else may read it, since it holds what the file holds. */
export const recordPath = (state: string, file: string): string =>
  join(recordsOf(state), `${createHash('sha256').update(file).digest('hex')}.json`);

export const recordsDirectory = recordsOf;

export const originalText = ({ original }: Pick<MergeRecord, 'original'>): string | null =>
  original === null ? null : Buffer.from(original.bytes, 'base64').toString();

export async function readRecord(path: string): Promise<MergeRecord | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as MergeRecord;
  } catch {
    return null;
  }
}

/** On disk when this resolves, whole or not at all. */
export async function writeRecord(path: string, record: MergeRecord): Promise<void> {
  const fresh = `${path}.${newId()}.new`;
  await makeDirectory(join(path, '..'));
  await writeFile(fresh, JSON.stringify(record), { mode: 0o600, flush: true });
  await rename(fresh, path);
}

export const dropRecord = (path: string): Promise<void> => rm(path, { force: true });
