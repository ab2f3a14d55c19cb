import { spawn } from 'node:child_process';
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
import { ofType, until } from './run.ts';
import { sources } from './sources.ts';

const filler = fileURLToPath(new URL('./spool-filler.ts', import.meta.url));

interface Filled {
  readonly kept: readonly string[];
  /** By attempt. */
  readonly lost: Readonly<Record<string, number>>;
}

/** Runs the filler until it has dropped `count` events or some more, and kills it. */
async function killedWhenFull(directory: string, count: number): Promise<Filled> {
  const child = spawn(process.execPath, [...sources, filler, directory, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const text = (): string => Buffer.concat(chunks).toString();
  await until('a full spool', () => (text().endsWith('full\n') ? true : undefined));
  child.kill('SIGKILL');
  await once(child, 'close');
  const kept: string[] = [];
  const lost: Record<string, number> = {};
  for (const [what, id = '', number] of text()
    .split('\n')
    .map((line) => line.split(' '))) {
    if (what === 'kept') kept.push(id);
    if (what === 'lost') lost[id] = (lost[id] ?? 0) + Number(number);
  }
  return { kept, lost };
}

async function deliver(spoolDirectory: string, url: string): Promise<void> {
  const delivery = await openDelivery(newId(), {
    service: { url, apiKey: null },
    spoolDirectory,
    onTrouble: () => undefined,
    onDetail: () => undefined,
  });
  await until('the spool to be empty', async () =>
    (await readdir(spoolDirectory)).length <= 1 ? true : undefined,
  );
  await delivery.finish();
}

describe('an executor that is killed with a full spool', () => {
  it.each([
    ['the next run', 1, deliver],
    ['the next run', 400, deliver],
    ['a run on a full disk', 60, deliverWithFullDisk],
  ])(
    'has every kept event and each count of lost ones sent once, by %s (%i lost)',
    async (_, count, send) => {
      await withDirectory(async (directory) => {
        const { kept, lost } = await killedWhenFull(directory, count);
        const service = await startFakeService();
        try {
          await send(directory, service.url);
          const told = ofType(service.arrivals, 'evidence-lost');
          const others = service.arrivals.filter(({ type }) => type !== 'evidence-lost');
          expect(idsOf(others).toSorted()).toEqual(kept.toSorted());
          expect(Object.fromEntries(told.map((one) => [one.attachment_attempt_id, one.data.count]))).toEqual(
            lost,
          );
          expect(told).toHaveLength(Object.keys(lost).length);
          for (const { data, producer } of told) {
            expect(data.reason_code).toBe('spool_full');
            expect(producer.sequence).toBe(1);
          }
          expect(await readdir(directory)).toEqual([]);
        } finally {
          await service.close();
        }
      });
    },
  );
});
