/**
 * The console in a browser, against a warm service: how long after it is asked for a session's page shows the status of a server,
 * in new contexts that have nothing cached, and the same of the custom element in a host's page, whose explorer is opened at once;
 * how many bytes both are, packed; and how evenly the list of 2,000 sessions and of 5,000 calls is drawn while it is scrolled
 * from end to end. Exit code 1 when a target does not hold. Console and element have to be built.
 *
 *   npm run bench -- console [--rounds 10 --sessions 2000 --calls 5000]
 */
import { parseArgs } from 'node:util';
import { withBrowser } from '../support/browser.ts';
import { withExampleHost } from '../support/example-host.ts';
import { packedConsole, packedElement, sizeBudgets } from '../support/packed-size.ts';
import { openAttempt, startBenchService } from './evidence.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { withServer } from './server.ts';
import { toolCall } from './tool-calls.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    sessions: { type: 'string', default: '2000' },
    calls: { type: 'string', default: '5000' },
  },
});
const [sessions, calls, callsAPost] = [Number(values.sessions), Number(values.calls), 500];
const together = 20;
const targets = { paintMs: 1_000, frameMs: 50 };

const called = 'session 0';

const fill = async (client: HttpClient): Promise<void> => {
  const attempt = await openAttempt(client, called);
  for (let n = 1; n < sessions; n += together) {
    const names = Array.from(
      { length: Math.min(together, sessions - n) },
      (_, more) => `session ${n + more}`,
    );
    await Promise.all(names.map((name) => openAttempt(client, name)));
  }
  for (let sent = 0; sent < calls; sent += callsAPost) {
    const events = Array.from({ length: callsAPost }, (_, n) => toolCall(attempt, 3 + sent + n));
    const { status } = await client.post('/v1/evidence', JSON.stringify(events));
    if (status !== 200) throw new Error(`The batch was answered with ${status}.`);
  }
};

type Open = Parameters<Parameters<typeof withBrowser>[0]>[0];

/** Milliseconds from asking for the page to the first status in it. */
const firstPaint = (open: Open, address: string): Promise<number> =>
  open({}, async ({ page }) => {
    await page.goto(address);
    await page.locator('.explorer-frame [data-status]').first().waitFor();
    return page.evaluate(() => performance.now());
  });

/** Milliseconds from asking for a host's page to the first status behind the element's control. */
const firstPaintOfElement = (open: Open, address: string): Promise<number> =>
  open({}, async ({ page }) => {
    await page.goto(address);
    await page.getByTestId('mcp-status-trigger').click();
    await page.locator('[data-testid=mcp-server-list] [data-status]').first().waitFor();
    return page.evaluate(() => performance.now());
  });

/** The first is left out: it warms the service. In order of their length. */
const repeated = async (measure: () => Promise<number>): Promise<number[]> => {
  const all: number[] = [];
  for (let n = 0; n <= Number(values.rounds); n += 1) all.push(await measure());
  return all.slice(1).sort((a, b) => a - b);
};

/** Loads all of a list, then scrolls it from its beginning to its end; milliseconds of each frame, in order of their length. */
const framesOf = (open: Open, address: string, rows: number): Promise<number[]> =>
  open({}, async ({ page }) => {
    await page.goto(address);
    await page.waitForFunction(
      (wanted) => {
        scrollTo(0, document.documentElement.scrollHeight);
        return document.querySelectorAll('[role="rowheader"]').length >= wanted;
      },
      rows,
      { polling: 100, timeout: 120_000 },
    );
    const frames = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const found: number[] = [];
          scrollTo(0, 0);
          let before = performance.now();
          const step = (now: number): void => {
            found.push(now - before);
            before = now;
            const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
            if (found.length > 60 && (atEnd || found.length > 1_500)) resolve(found.slice(5));
            else {
              scrollBy(0, 300);
              requestAnimationFrame(step);
            }
          };
          requestAnimationFrame(step);
        }),
    );
    return frames.sort((a, b) => a - b);
  });

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

const line = (what: string, found: number, target: number, unit: string): string =>
  `- ${found < target ? 'holds' : 'DOES NOT HOLD'}: ${what} ${Math.round(found)} ${unit}, wanted under ${target}`;

await withServer(async (server) => {
  const service = await startBenchService(server.url, 'console');
  const client = createHttpClient(service.url, together);
  try {
    await fill(client);
    console.error(`${sessions} sessions and ${calls} calls are recorded`);
    await withBrowser(async (open) => {
      const page = (path: string): string => `${service.url}/#/${path}`;
      const id = encodeURIComponent(called);
      const warm = await repeated(() => firstPaint(open, page(`sessions/${id}`)));
      const element = await withExampleHost(service.url, ({ url }) =>
        repeated(() => firstPaintOfElement(open, `${url}/?session=${id}`)),
      );
      const listed = await framesOf(open, page(''), sessions);
      const calledFrames = await framesOf(open, page(`sessions/${id}?view=calls`), calls);
      const judged = [
        ['first status on the page of a session, median', at(warm, 0.5), targets.paintMs, 'ms'],
        ['first status behind the element, median', at(element, 0.5), targets.paintMs, 'ms'],
        ['the console, packed', packedConsole(), sizeBudgets.console, 'bytes'],
        ['the element, packed', packedElement(), sizeBudgets.element, 'bytes'],
        [`95 of 100 frames of ${sessions} sessions`, at(listed, 0.95), targets.frameMs, 'ms'],
        [`95 of 100 frames of ${calls} calls`, at(calledFrames, 0.95), targets.frameMs, 'ms'],
      ] as const;
      console.log(
        [
          '| what | median ms | p95 ms | most ms |',
          '|---|---|---|---|',
          ...[
            ['first status on the page of a session', warm] as const,
            ['first status behind the element', element] as const,
            [`a frame of ${sessions} sessions`, listed] as const,
            [`a frame of ${calls} calls`, calledFrames] as const,
          ].map(([what, sorted]) =>
            [`| ${what}`, ...[0.5, 0.95, 1].map((share) => at(sorted, share).toFixed(0))]
              .join(' | ')
              .concat(' |'),
          ),
          '',
          ...judged.map(([what, found, target, unit]) => line(what, found, target, unit)),
        ].join('\n'),
      );
      if (judged.some(([, found, target]) => !(found < target))) process.exitCode = 1;
    });
  } finally {
    client.close();
    await service.end('SIGTERM');
  }
});
