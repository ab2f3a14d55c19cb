import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { witness } from './terminal.ts';

const standing = (over: object): object => ({
  name: 'session_reports',
  version: 3,
  generation: 4,
  state: 'live',
  created_at: '2026-11-30T12:00:00.000Z',
  skipped_events: 0,
  lag_events: 0,
  lag_complete: true,
  lag_seconds: 0,
  shards: [
    { shard: 0, position: '7', owner: 'one', epoch: 2, lag_events: 0, lag_complete: true, lag_seconds: 0 },
  ],
  ...over,
});

type Answer = readonly [number, unknown];

/** A service that answers the list of projections with one after another of `lists`, and rebuilds with `begun`. */
async function withService(
  {
    lists,
    begun = [202, standing({ generation: 5, state: 'building' })],
  }: { lists: readonly Answer[]; begun?: Answer },
  use: (environment: { readonly WITNESS_URL: string }) => Promise<void>,
): Promise<void> {
  let asked = 0;
  const server: Server = createServer((request, response) => {
    const answer = request.method === 'POST' ? begun : lists[Math.min(asked++, lists.length - 1)];
    const [status, body] = answer ?? [404, { code: 'not_found', title: 'Not found' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await use({ WITNESS_URL: `http://127.0.0.1:${port}` });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const listed = (...projections: readonly object[]): Answer => [200, { projections }];

describe('witness projections list', () => {
  it('tells in a line of each how it stands, and everything with --json', async () => {
    const building = standing({
      generation: 5,
      state: 'building',
      lag_events: 5_000,
      lag_complete: false,
      lag_seconds: 61.2,
      skipped_events: 1,
    });
    await withService({ lists: [listed(building, standing({}))] }, async (environment) => {
      const { code, out } = await witness(['projections', 'list'], { environment });
      expect(code).toBe(0);
      expect(out.split('\n')).toEqual([
        'session_reports version 3, generation 5: building, at least 5000 events and 62 s behind, 1 events could not be folded',
        'session_reports version 3, generation 4: live, up to the log, 1 shards with 1 owner',
        '',
      ]);
      const json = await witness(['projections', 'list', '--json'], { environment });
      expect(JSON.parse(json.out)).toEqual({ projections: [building, standing({})] });
    });
  });

  it('says that no service answers, and exits with 6', async () => {
    expect((await witness(['projections', 'list'])).code).toBe(6);
  });
});

describe('witness projections rebuild', () => {
  it('has the service do it, and waits until readers see it', async () => {
    const lists = [
      listed(standing({ generation: 5, state: 'building', lag_events: 3 }), standing({})),
      listed(standing({ generation: 5 }), standing({ state: 'retired' })),
    ];
    await withService({ lists }, async (environment) => {
      const { code, out, err } = await witness(['projections', 'rebuild', '--json'], { environment });
      expect(code).toBe(0);
      expect(JSON.parse(out)).toEqual({ outcome: 'rebuilt', generation: 5, skipped: 0 });
      expect(err).toContain('3 events to fold');
    });
  });

  it('fails when the service rebuilds already, and when it gives up', async () => {
    const begun: Answer = [
      409,
      { code: 'rebuild_running', title: 'The projection is being built anew already.' },
    ];
    await withService({ lists: [], begun }, async (environment) => {
      const { code, err } = await witness(['projections', 'rebuild'], { environment });
      expect(code).toBe(1);
      expect(err).toContain('being built anew already');
    });
    await withService({ lists: [listed(standing({}))] }, async (environment) => {
      const { code, err } = await witness(['projections', 'rebuild'], { environment });
      expect(code).toBe(1);
      expect(err).toContain('gave up');
    });
  });

  it('asks for a key with the right, and exits with 4', async () => {
    const begun: Answer = [403, { code: 'forbidden', title: 'The credential does not allow this.' }];
    await withService({ lists: [], begun }, async (environment) => {
      expect((await witness(['projections', 'rebuild'], { environment })).code).toBe(4);
    });
  });

  it('leaves the database of this machine alone when the service that was named does not answer', async () => {
    expect((await witness(['projections', 'rebuild'])).code).toBe(6);
  });
});
