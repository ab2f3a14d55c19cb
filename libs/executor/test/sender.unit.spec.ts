import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { createHttpSink } from '../src/sender/http-sink.ts';
import { createSender, type Sender, type SenderTrouble } from '../src/sender/sender.ts';
import { createMemoryStore } from '../src/spool/memory-store.ts';
import { written } from '../src/spool/store.ts';
import { idsOf, someEvents } from './events.ts';
import { type FakeService, startFakeService } from './fake-service.ts';
import { until } from './run.ts';

interface Sending {
  readonly service: FakeService;
  readonly sender: Sender;
  readonly troubles: readonly SenderTrouble[];
  readonly waits: readonly number[];
  readonly add: (events: readonly EvidenceEvent[]) => Promise<void>;
  readonly left: () => Promise<number>;
}

async function withSender(
  use: (sending: Sending) => Promise<void>,
  patience: () => number = () => 600_000,
): Promise<void> {
  const service = await startFakeService();
  const backlog = createMemoryStore();
  const troubles: SenderTrouble[] = [];
  const waits: number[] = [];
  const sender = createSender({
    sink: createHttpSink({ url: service.url, apiKey: 'wk_test' }),
    backlog,
    onTrouble: (trouble) => troubles.push(trouble),
    backoff: (failures) => {
      waits.push(failures);
      return 1;
    },
    patience,
  });
  try {
    await use({
      service,
      sender,
      troubles,
      waits,
      async add(events) {
        await backlog.append(events.map(written), false);
        sender.wake();
      },
      left: async () => (await backlog.next())?.events.length ?? 0,
    });
  } finally {
    await sender.finish(100);
    await service.close();
  }
}

const arrived = (service: FakeService, count: number): Promise<readonly EvidenceEvent[]> =>
  until(`${count} events`, () => (service.events.length >= count ? service.events : undefined));

describe('the sender', () => {
  it('sends everything once, in order, with the key', async () => {
    await withSender(async ({ service, add }) => {
      const events = someEvents(2300);
      await add(events);
      await arrived(service, events.length);
      expect(idsOf(service.arrivals)).toEqual(idsOf(events));
      expect(new Set(service.keys)).toEqual(new Set(['Bearer wk_test']));
      expect(service.leftovers).toEqual([]);
    });
  });

  it.each([500, 503, 429, 404])('tries again after status %d, until the batch is taken', async (status) => {
    await withSender(async ({ service, add, waits, troubles }) => {
      service.behaviour = { status };
      await add(someEvents(3));
      await until('three failures', () => (waits.length >= 3 ? true : undefined));
      expect(waits.slice(0, 3)).toEqual([1, 2, 3]);
      service.behaviour = 'takes';
      await arrived(service, 3);
      expect(troubles).toEqual([]);
    });
  });

  it('waits as long as the service asks for', async () => {
    await withSender(async ({ service, add, waits }) => {
      service.behaviour = { status: 503, headers: { 'retry-after': '0' } };
      await add(someEvents(1));
      await until('two tries', () => (service.asked >= 2 ? true : undefined));
      expect(waits).toEqual([]);
    });
  });

  it.each([401, 403])('waits long after status %d, says so once, and loses nothing', async (status) => {
    let waits = 0;
    await withSender(
      async ({ service, add, troubles }) => {
        service.behaviour = { status };
        await add(someEvents(2));
        await until('three tries', () => (service.asked >= 3 ? true : undefined));
        await add(someEvents(1));
        expect(troubles).toEqual([{ kind: 'unauthorized', status }]);
        service.behaviour = 'takes';
        await arrived(service, 3);
        service.behaviour = { status };
        await add(someEvents(1));
        await until('to be told again', () => troubles[1]);
        expect(waits).toBeGreaterThanOrEqual(3);
      },
      () => {
        waits += 1;
        return 1;
      },
    );
  });

  it('asks nothing while it waits for credentials to be taken, and once more at the end', async () => {
    await withSender(async ({ service, sender, add, troubles, left }) => {
      service.behaviour = { status: 401 };
      await add(someEvents(2));
      await until('the trouble', () => troubles[0]);
      for (let at = 0; at < 10; at += 1) await add(someEvents(1));
      expect(service.asked).toBe(1);
      await sender.finish(10_000);
      expect(service.asked).toBe(2);
      expect(troubles).toHaveLength(1);
      expect(await left()).toBe(12);
    });
  });

  it('drops what the service refuses for good, counts it, says so once, and goes on', async () => {
    await withSender(async ({ service, sender, add, troubles }) => {
      service.behaviour = { status: 422 };
      await add(someEvents(2));
      await until('both to be refused', () => (sender.refused === 2 ? true : undefined));
      await add(someEvents(1));
      await until('the third to be refused', () => (sender.refused === 3 ? true : undefined));
      service.behaviour = 'takes';
      await add(someEvents(4));
      await arrived(service, 4);
      expect(troubles).toEqual([{ kind: 'refused', code: 'refused' }]);
    });
  });

  it('drops nothing on the word of somebody else at that address', async () => {
    await withSender(async ({ service, sender, add, waits, left }) => {
      service.behaviour = { status: 422, problem: { message: 'a server of another kind' } };
      await add(someEvents(2));
      await until('two tries', () => (waits.length >= 2 ? true : undefined));
      service.behaviour = { status: 200, problem: {} };
      await until('more tries', () => (waits.length >= 4 ? true : undefined));
      expect(sender.refused).toBe(0);
      expect(await left()).toBe(2);
    });
  });

  it('sends in ever smaller parts what is too large for the service', async () => {
    await withSender(async ({ service, sender, add }) => {
      service.behaviour = { status: 413 };
      await add(someEvents(4));
      await until('all to be given up', () => (sender.refused === 4 ? true : undefined));
      expect(service.asked).toBe(7);
    });
  });

  it('ends in time though the service never answers, and keeps what it has', async () => {
    await withSender(async ({ service, sender, add, left }) => {
      service.behaviour = 'hangs';
      await add(someEvents(2));
      await until('the question', () => (service.asked > 0 ? true : undefined));
      await sender.finish(20);
      expect(await left()).toBe(2);
    });
  });
});
