import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { openDelivery } from '../src/delivery.ts';
import { newId } from '../src/ids.ts';
import { withDirectory } from './directory.ts';
import { idsOf } from './events.ts';
import { startFakeService } from './fake-service.ts';
import { deliverWithFullDisk } from './full-disk.ts';
import { until } from './run.ts';
import { sources } from './sources.ts';

const writer = fileURLToPath(new URL('./spool-writer.ts', import.meta.url));

const relayHost = fileURLToPath(new URL('./relay-host.ts', import.meta.url));

/** Runs the writer until it has kept `count` events, kills it, and answers with the ids that it said are kept. */
async function killedAfter(count: number, directory: string, url: string): Promise<readonly string[]> {
  const child: ChildProcess = spawn(process.execPath, [...sources, writer, directory, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const lines = (): string[] => Buffer.concat(chunks).toString().split('\n').slice(0, -1);
  await until(`${count} events`, () => (lines().length >= count ? true : undefined));
  child.kill('SIGKILL');
  await once(child, 'close');
  return lines();
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('an executor that is killed', () => {
  it('has its events sent by the next run also where the disk is full', async () => {
    await withDirectory(async (directory) => {
      const service = await startFakeService();
      try {
        const kept = await killedAfter(50, directory, 'http://127.0.0.1:9');
        await deliverWithFullDisk(directory, service.url);
        const ids = new Set(idsOf(service.events));
        expect(kept.filter((id) => !ids.has(id))).toEqual([]);
        expect(await readdir(directory)).toEqual([]);
      } finally {
        await service.close();
      }
    });
  });

  it('takes its agent along, also one that goes on when its input ends', async () => {
    await withDirectory(async (directory) => {
      const child = spawn(process.execPath, [...sources, relayHost, directory], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      expect(isRunning(pid)).toBe(true);
      child.kill('SIGKILL');
      await until('the end of the agent', () => (isRunning(pid) ? undefined : true));
    });
  });

  it.each([
    ['while the service is away', 'http://127.0.0.1:9', [3, 40, 900]],
    ['while it sends', null, [5, 300, 2000]],
  ])(
    '%s loses nothing that was kept: the next run sends it, with a key of its own',
    async (_, away, counts) => {
      for (const count of counts) {
        await withDirectory(async (directory) => {
          const service = await startFakeService();
          try {
            const kept = await killedAfter(count, directory, away ?? service.url);
            const before = new Set(idsOf(service.arrivals));
            const delivery = await openDelivery(newId(), {
              service: { url: service.url, apiKey: 'wk_next' },
              spoolDirectory: directory,
              onTrouble: () => undefined,
              onDetail: () => undefined,
            });
            await until('the spool to be empty', async () =>
              (await readdir(directory)).length <= 1 ? true : undefined,
            );
            await delivery.finish();
            const ids = new Set(idsOf(service.events));
            expect(kept.filter((id) => !ids.has(id))).toEqual([]);
            const again = idsOf(service.arrivals).filter((id) => !before.has(id));
            expect(new Set(again).size).toBe(again.length);
            expect(service.leftovers).toEqual(expect.arrayContaining(again));
            // What is on its way when a process is killed may come with its own.
            const keys = away === null ? [] : service.keys;
            expect(keys.filter((key) => key !== 'Bearer wk_next')).toEqual([]);
            expect(await readdir(directory)).toEqual([]);
          } finally {
            await service.close();
          }
        });
      }
    },
  );
});
