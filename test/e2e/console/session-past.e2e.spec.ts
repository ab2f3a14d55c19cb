import { describe, expect, it } from '@jest/globals';
import { createClient, type FeedEvent, type WitnessClient } from '@mcp-witness/client';
import type { History } from '@mcp-witness/evidence';
import { coverageOf, coverageWords } from '../../../libs/console/src/session/coverage.ts';
import { newestUnnamed, noPast, type Past } from '../../../libs/console/src/session/past.ts';
import { type Bounds, readPast } from '../../../libs/console/src/session/read-past.ts';
import { withPage } from '../../support/browser.ts';
import { uuid } from '../../support/evidence.ts';
import { type Answer, type TestService, withService } from '../../support/service.ts';
import { at } from './look.ts';
import { accepted, call, open, say, sent, session, twoTools } from './told.ts';

interface Reader {
  readonly client: WitnessClient;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  /** From here on every request fails that this is true of. */
  breaks: (path: string) => boolean;
}

const readerOf = ({ url }: TestService): Reader => {
  const reader: Reader = {
    asked: [],
    breaks: () => false,
    client: createClient({
      url,
      fetch: (request, init) => {
        const { pathname } = new URL((request as Request).url);
        reader.asked.push(pathname);
        return reader.breaks(pathname) ? Promise.reject(new Error('cut off')) : fetch(request, init);
      },
    }),
  };
  return reader;
};

const { signal } = new AbortController();

/** Every step of reading on, up to the report that there is once `last` can be read. */
const steps = async (
  { client, asked }: Reader,
  { body }: Answer,
  { held = noPast, ...how }: { held?: Past; bounds?: Bounds; isWhole?: boolean } = {},
): Promise<Past[]> => {
  const min_position = (body as { position: string }).position;
  const history: History = await client.report(session, { min_position });
  asked.length = 0;
  const found: Past[] = [];
  for await (const past of readPast({ client, sessionId: session, history, signal, ...how }, held))
    found.push(past);
  return found;
};

const last = <Element>(list: readonly Element[]): Element => list.at(-1)!;
const idsOf = (events: readonly { event_id: string }[]): string[] => events.map(({ event_id: id }) => id);
const ordinalsOf = ({ read }: Past): number[] => [...read.values()].map(({ ordinal }) => ordinal);
const wordsOf = (past: Past): string | null => coverageWords(coverageOf(past, null));

const everything = async ({ client }: Reader): Promise<readonly FeedEvent[]> =>
  (await client.readFeed({ session_id: [session], limit: 1000 })).events;

/** Attempts of the session from `first` to `end`, each with something to tell, and another session's between them. */
const live = async (service: TestService, first: number, end: number): Promise<Answer> => {
  for (let n = first; n <= end; n += 1) {
    await open(service, n);
    await open(service, n + 100, { session_id: 'another' });
    await say(service, n + 100, sent);
    await say(service, n, sent);
  }
  return say(service, end, [accepted], sent.length);
};

describe('the past of a session', () => {
  it('is read from its attempts, newest first, whatever else the log has', async () => {
    await withService(async (service) => {
      const reader = readerOf(service);
      const found = await steps(reader, await live(service, 1, 6));
      const whole = last(found);
      expect(await everything(reader)).toMatchObject(whole.events);
      expect(wordsOf(whole)).toBeNull();
      expect(ordinalsOf(whole)).toEqual([6, 5, 4, 3, 2, 1]);
      const halfway = found.find(({ read }) => read.size === 3)!;
      expect(new Set(halfway.events.map((event) => event.attachment_attempt_id))).toEqual(
        new Set([uuid(4, 4), uuid(5, 5), uuid(6, 6)]),
      );
      expect(wordsOf(halfway)).toBe('Attempts 4 to 6 are here; older ones are being read.');
    });
  });

  it('asks once for the attempts and once for each, and for none of the log of others', async () => {
    await withService(async (service) => {
      const reader = readerOf(service);
      await steps(reader, await live(service, 1, 3));
      expect(reader.asked).toEqual([
        `/v1/sessions/${encodeURIComponent(session)}/attempts`,
        ...[3, 2, 1].map((n) => `/v1/attempts/${uuid(n, n)}/events`),
      ]);
    });
  });

  it('is read on: what came of its attempts, and new ones', async () => {
    await withService(async (service) => {
      const reader = readerOf(service);
      const read = async (answer: Answer, held: Past, isWhole = false): Promise<Past> => {
        const past = last(await steps(reader, answer, { held, isWhole }));
        expect(idsOf(past.events)).toEqual(idsOf(await everything(reader)));
        return past;
      };
      let past = await read(await live(service, 1, 5), noPast);
      past = await read(await say(service, 5, [twoTools], sent.length + 1), past);
      expect(reader.asked).not.toContain(`/v1/attempts/${uuid(1, 1)}/events`);
      past = await read(await live(service, 6, 8), past);
      past = await read(await say(service, 7, [accepted], sent.length), past);
      expect(ordinalsOf(past).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      const late = await say(service, 1, [accepted], sent.length);
      past = await read(late, past, true);
      expect(newestUnnamed(past, await reader.client.report(session))).toBe(5);
    });
  });

  it('is cut to what there is room for, which is said, and goes on from there', async () => {
    await withService(async (service) => {
      const reader = readerOf(service);
      const bounds = { events: 8, attempts: 100, page: 2 };
      let past = last(await steps(reader, await live(service, 1, 6), { bounds }));
      expect(wordsOf(past)).toBe('The newest 8 events are here; older ones are left out.');
      expect(idsOf(past.events)).toEqual(idsOf(await everything(reader)).slice(-8));
      expect(past.read.get(uuid(6, 6))?.ordinal).toBe(6);
      past = last(await steps(reader, await live(service, 7, 9), { held: past, bounds }));
      expect(idsOf(past.events)).toEqual(idsOf(await everything(reader)).slice(-8));
      expect(past.read.get(uuid(9, 9))?.ordinal).toBe(9);

      const few = { events: 1000, attempts: 3, page: 1000 };
      const short = last(await steps(reader, await live(service, 10, 10), { bounds: few }));
      expect(ordinalsOf(short)).toEqual([10, 9, 8]);
      expect(wordsOf(short)).toMatch(/^The newest \d+ events are here/);
    });
  });

  it('of a very long attempt is its end, for which its beginning is not read', async () => {
    await withService(async (service) => {
      const reader = readerOf(service);
      await open(service, 1);
      const calls = Array.from({ length: 500 }, (_, n) => call(n + 1));
      const bounds = { events: 10, attempts: 100, page: 5 };
      const past = last(await steps(reader, await say(service, 1, calls), { bounds }));
      expect(idsOf(past.events)).toEqual(idsOf(await everything(reader)).slice(-10));
      expect(past.isCut).toBe(true);
      expect(reader.asked.length).toBeLessThan(30);
    });
  });

  it('goes on where it was when a part of it could not be read, which is said', async () => {
    await withService(async (service) => {
      const reader = readerOf(service);
      const answer = await live(service, 1, 5);
      const held: Past[] = [];
      reader.breaks = (path) => path.includes(uuid(3, 3));
      const history = await reader.client.report(session, {
        min_position: (answer.body as { position: string }).position,
      });
      const reading = async (): Promise<void> => {
        const of = { client: reader.client, sessionId: session, history, signal };
        for await (const past of readPast(of, noPast)) held.push(past);
      };
      await expect(reading()).rejects.toThrow();
      const partly = last(held);
      expect(coverageWords(coverageOf(partly, new Error()))).toBe(
        'Attempts 4 to 5 are here; older ones are not here, as they could not be read.',
      );
      reader.breaks = () => false;
      const whole = last(await steps(reader, answer, { held: partly }));
      expect(idsOf(whole.events)).toEqual(idsOf(await everything(reader)));
    });
  });
});

describe('the timeline of a session', () => {
  it('shows what was read while older attempts are still on their way, says so, and does without the feed', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await live(service, 1, 5);
        let answer = (): void => undefined;
        const answered = new Promise<void>((resolve) => (answer = resolve));
        await page.route('**/v1/feed**', (route) => route.abort());
        await page.route(`**/v1/attempts/${uuid(2, 2)}/events**`, async (route) => {
          await answered;
          await route.continue();
        });
        await page.goto(at(service.url, ['sessions', session], { view: 'timeline' }));
        const started = page.getByRole('table', { name: `Events of ${session}` }).getByRole('row', {
          name: 'Attempt started',
        });
        const words = page.getByText('Attempts 3 to 5 are here; older ones are being read.');
        await words.first().waitFor();
        expect(await started.locator('[role=cell]:nth-child(2)').allInnerTexts()).toEqual(['3', '4', '5']);
        answer();
        await words.first().waitFor({ state: 'detached' });
        await started.nth(4).waitFor();
        expect(await started.locator('[role=cell]:nth-child(2)').allInnerTexts()).toEqual([
          '1',
          '2',
          '3',
          '4',
          '5',
        ]);
        expect(errors).toEqual([]);
      }),
    );
  });
});
