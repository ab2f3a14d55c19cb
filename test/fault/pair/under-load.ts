import { setTimeout as pause } from 'node:timers/promises';
import { brokenLinks } from '@mcp-witness/event-log/testing';
import { expect } from '@jest/globals';
import type { TestDatabase } from '../../support/database.ts';
import { readLogs } from '../read-logs.ts';
import { join, type Party, type Stored, storedIn } from './party.ts';
import { differences, readModels, rebuild } from './read-models.ts';
import { type Access, anotherTenant, type ServicePair, withServicePair } from './service-pair.ts';
import { verified } from './verified.ts';
import { type Watcher } from './watcher.ts';
import { nothingWritten, writeSession, type Written } from './writers.ts';

/** What is written in which tenant: both have a session of the same name. */
const sessionsOf: Readonly<Record<string, readonly string[]>> = {
  default: ['one', 'two', 'three'],
  acme: ['one'],
};
const sessions = Object.values(sessionsOf).flat();
const patience = 120_000;

/** Two services under load, and everyone who listens to them. */
export interface UnderLoad {
  readonly pair: ServicePair;
  readonly written: Written;
  readonly watchers: readonly Watcher[];
  /** Waits, and fails at once when a writer does. */
  readonly until: (condition: () => boolean) => Promise<void>;
}

const until = async (condition: () => Promise<boolean> | boolean, what: string): Promise<void> => {
  const deadline = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not come to be that ${what}.`);
    await pause(20);
  }
};

/**
 * Lets four writers of two tenants work, and in each tenant durable consumers, a follower of the feed and two live sockets a
 * session, while `disturb` does what it does; lets all of them come to the end, and holds what they have against the log.
 */
export async function holdUnderLoad(
  { url, ownerPool }: TestDatabase,
  disturb: (load: UnderLoad) => Promise<void>,
): Promise<Written> {
  const written = nothingWritten();
  const { parties, audit } = await withServicePair(url, async (pair) => {
    const accesses: Readonly<Record<string, Access>> = {
      default: pair.access,
      acme: await anotherTenant(pair.access, 'acme'),
    };
    const tenants = Object.entries(accesses).map(([tenant, access]) => ({
      tenant,
      access,
      sessions: sessionsOf[tenant] ?? [],
    }));
    const writing = tenants.flatMap(({ access, sessions }) =>
      sessions.map((session) => writeSession(access, written, session)),
    );
    const failed = Promise.all(writing);
    failed.catch(() => undefined);
    const parties: readonly Party[] = tenants.map(({ access, tenant, sessions }) =>
      join(access, tenant, sessions),
    );
    try {
      await disturb({
        pair,
        written,
        watchers: parties.flatMap(({ watchers }) => watchers),
        until: (condition) =>
          until(async () => {
            await Promise.race([pause(1), failed]);
            return condition();
          }, 'the services went on'),
      });
      written.stop.abort();
      await failed;
      const stored = storedIn((await readLogs(url, ownerPool)).opened);
      await until(() => parties.every((party) => party.hasHeard(stored)), 'everyone heard of everything');
      return { parties, audit: await verified(pair.access) };
    } finally {
      written.stop.abort();
      await Promise.allSettled([...writing, ...parties.map((party) => party.leave())]);
    }
  });
  for (const party of parties) await party.leave();

  const { sealed, opened } = await readLogs(url, ownerPool);
  expectStoredOnce(written, storedIn(opened));
  expect(parties.flatMap((party) => party.faults(opened))).toEqual([]);

  expect(brokenLinks(sealed)).toEqual([]);
  expect(sealed.map(({ position }) => position)).toEqual(sealed.map((_, index) => String(index + 1)));
  expect(audit.events).toBe(sealed.length);
  expect(audit.lastBlock).toMatchObject({
    number: audit.blocks,
    last_position: sealed.at(-1)?.position,
  });

  const live = await readModels(ownerPool);
  await rebuild(url);
  expect(differences(live, await readModels(ownerPool))).toEqual([]);
  expect(live.get('session_status')).toHaveLength(sessions.length);
  return written;
}

function expectStoredOnce(written: Written, rows: readonly Stored[]): void {
  const stored = rows.map(({ attempt, event_id }) => `${attempt} ${event_id}`);
  const known = new Set(stored);
  expect(stored).toHaveLength(known.size);
  expect([...written.events].filter((event) => !known.has(event))).toEqual([]);
  const started = rows.filter(({ type }) => type === 'attempt-started').map(({ attempt }) => attempt);
  expect([...written.attempts].filter((attempt) => !started.includes(attempt))).toEqual([]);
  const superseded = rows.filter(({ type }) => type === 'attempt-superseded').map(({ attempt }) => attempt);
  expect(new Set(superseded).size).toBe(superseded.length);
  expect(started.length - superseded.length).toBe(sessions.length);
}
