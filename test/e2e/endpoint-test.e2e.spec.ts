import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import type { EndpointTestResult } from '@mcp-witness/client';
import type { History, Server } from '@mcp-witness/evidence';
import { witness } from '../../libs/cli/test/terminal.ts';
import { type AgentRun, withAgentRun } from '../support/agent-run.ts';
import { type TestService, withService } from '../support/service.ts';

jest.setTimeout(180_000);

const program = fileURLToPath(
  new URL('../../libs/executor/test/endpoint-test/odd-server.mjs', import.meta.url),
);
const secret = ['tk_test_', 'a1B2c3D4e5F6'].join('');

const odd = (name: string, kind: string, more: object = {}): object => ({
  name,
  type: 'stdio',
  command: process.execPath,
  args: [program, kind, '/dev/null'],
  ...more,
});

interface Place extends TestService {
  readonly run: AgentRun;
  readonly cli: (...args: readonly string[]) => ReturnType<typeof witness>;
  readonly report: () => Promise<History>;
}

const until = async <Found>(look: () => Promise<Found | null>): Promise<Found> => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error('It did not come to be.');
    await pause(50);
  }
};

/** A session whose agent was sent the servers of the profile, and that the executor holds. */
const withPlace = (profile: object, use: (place: Place) => Promise<void>): Promise<void> =>
  withService((service) =>
    withAgentRun({ url: service.url, session: 's-1', profile, environment: { KEY: secret } }, async (run) => {
      const read = async (): Promise<History | null> => {
        const { status, body } = await service.get('/v1/sessions/s-1/report');
        return status === 200 ? (body as History) : null;
      };
      await run.ask(0, 'initialize', { protocolVersion: 1 });
      await run.ask(1, 'session/new', {
        cwd: run.directory,
        mcpServers: [
          {
            name: 'hosted',
            command: process.execPath,
            args: [program, 'fine', join(run.directory, 'p')],
            env: [],
          },
        ],
      });
      await until(async () => {
        const held = await service.database.ownerPool.query(
          'select 1 from attempt_leases where executor_id is not null',
        );
        const history = held.rowCount === 0 ? null : await read();
        const isThere = history?.current.servers.some(({ delivered_at }) => delivered_at !== null);
        return isThere === true && history?.current.accepted_at !== null ? true : null;
      });
      await use({
        ...service,
        run,
        cli: (...args) => witness(args, { environment: { WITNESS_URL: service.url } }),
        report: () => until(read),
      });
    }),
  );

const rowOf = ({ current }: History, name: string): Server | undefined =>
  current.servers.find((server) => server.name === name);

/** The report once it holds the test of that server. */
const testedRow = (place: Place, name: string): Promise<Server> =>
  until(async () => {
    const row = rowOf(await place.report(), name);
    return row?.endpoint_test ? row : null;
  });

describe('a test of a server of a running session', () => {
  it('reaches it as it was delivered, is shown apart, and is evidence of nothing else', () =>
    withPlace(
      {
        servers: [
          odd('plain', 'pages'),
          odd('fronted', 'fine', { observed: true }),
          odd('noisy', 'banner', { env: { KEY: '${env:KEY}' } }),
          odd('denied', 'fine'),
        ],
        rules: [{ match: 'denied', deny: true }],
      },
      async (place) => {
        for (const [name, tools] of [
          ['hosted', 2],
          ['plain', 6],
          ['fronted', 2],
          ['noisy', 1],
          ['witness', 3],
        ] as const) {
          const { code, out, err } = await place.cli('test-endpoint', 's-1', '--server', name, '--json');
          expect([name, code]).toEqual([name, 0]);
          const first = name === 'witness' ? 'connecting, 15.0 s' : 'starting it, 20.0 s';
          expect(err.split('\n').slice(0, 2)).toEqual([
            expect.stringContaining(`testing ${name} over`),
            `witness: ${name}: ${first} at most`,
          ]);
          expect(err).toContain(`witness: ${name}: listing its tools\n`);
          expect(JSON.parse(out)).toMatchObject({
            server_name: name,
            reachable: true,
            succeeded: true,
            tool_count: tools,
            warnings: name === 'noisy' ? ['stdout_noise'] : [],
            noise_lines: name === 'noisy' ? 6 : 0,
          });
          const row = await testedRow(place, name);
          expect(row).toMatchObject({
            status: 'delivered',
            evidence: 'delivered',
            tool_count: null,
            connections: [],
          });
          expect(row.endpoint_test).toMatchObject({ succeeded: true, tool_count: tools });
          expect(row.endpoint_test?.noise_lines ?? 0).toBe(name === 'noisy' ? 6 : 0);
        }
        const report = await place.report();
        const { body } = await place.get(
          `/v1/attempts/${report.current.attachment_attempt_id}/events?limit=1000`,
        );
        const { events } = body as { events: { type: string; witness: string }[] };
        const others = events.filter(({ witness: seen }) => !['acp_relay', 'resolver'].includes(seen));
        expect(others.filter(({ type }) => type !== 'server-delivered')).toEqual(
          Array.from({ length: 5 }, () =>
            expect.objectContaining({ type: 'endpoint-tested', witness: 'operator' }),
          ),
        );
        expect(JSON.stringify([report, events])).not.toMatch(/tk_test|Acme/);
        for (const name of ['gone', 'denied'])
          expect(await place.cli('test-endpoint', 's-1', '--server', name)).toMatchObject({
            code: 3,
            out: '',
          });
        const log = (await place.get('/v1/admin/access-log')).body as { entries: { action: string }[] };
        expect(log.entries.filter(({ action }) => action === 'endpoint.test').length).toBeGreaterThanOrEqual(
          5,
        );
      },
    ));

  it('is asked for by the name as it is, percent-encoded in the address, and tells names apart that look alike', () => {
    const kinds = { 'a/b': 'fine', '50%': 'no tools', 'caf\u00e9': 'pages', 'cafe\u0301': 'banner' };
    const servers = Object.entries(kinds).map(([name, kind]) => odd(name, kind));
    const tools = { fine: 2, 'no tools': 0, pages: 6, banner: 1 };
    return withPlace({ servers }, async (place) => {
      for (const [name, kind] of Object.entries(kinds)) {
        const wanted = { server_name: name, tool_count: tools[kind as keyof typeof tools] };
        const path = `/v1/sessions/s-1/servers/${encodeURIComponent(name)}/endpoint-test`;
        expect(await place.post(path, {})).toMatchObject({ status: 200, body: wanted });
        const { code, out } = await place.cli('test-endpoint', 's-1', '--server', name, '--json');
        expect([code, JSON.parse(out)]).toMatchObject([0, wanted]);
      }
    });
  });

  it('says for each kind of trouble what it is, and colours nothing', async () => {
    const doors = createServer((req, res) => {
      const status = Number(/\d+/.exec(req.url ?? '')?.[0] ?? 200);
      res.writeHead(
        status,
        status === 401 ? { 'www-authenticate': 'Bearer resource_metadata="https://a.test/"' } : {},
      );
      res.end('<html>');
    });
    await new Promise<void>((resolve) => doors.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(doors.address() as AddressInfo).port}`;
    const web = (name: string, url: string): object => ({ name, type: 'http', url });
    const kinds: readonly (readonly [object, string])[] = [
      [odd('ends', 'ends at once'), 'process_exited'],
      [odd('refuses', 'refuses'), 'initialize_failed'],
      [odd('version', 'other version'), 'protocol_rejected'],
      [odd('unlisted', 'list refused'), 'tools_list_failed'],
      [odd('talks', 'no version'), 'not_mcp'],
      [web('signin', `${origin}/401`), 'auth_required'],
      [web('forbids', `${origin}/403`), 'forbidden'],
      [web('nothing', `${origin}/404`), 'not_found'],
      [web('deaf', 'http://127.0.0.1:9/'), 'connection_refused'],
      [web('unnamed', 'http://witness.invalid/'), 'dns_failed'],
      [web('insecure', origin.replace('http:', 'https:')), 'tls_failed'],
    ];
    try {
      await withPlace({ servers: kinds.map(([server]) => server) }, async (place) => {
        for (const [server, code] of kinds) {
          const { name } = server as { name: string };
          const { code: exit, out } = await place.cli('test-endpoint', 's-1', '--server', name, '--json');
          const result = JSON.parse(out) as EndpointTestResult;
          expect([name, exit, result]).toMatchObject([name, 5, { reason_code: code, succeeded: false }]);
          expect(result.duration_ms).toBeLessThanOrEqual(result.budget_ms);
        }
        const row = await testedRow(place, 'insecure');
        expect(row).toMatchObject({ status: 'delivered', reason_code: null, failed_at: null });
      });
    } finally {
      doors.closeAllConnections();
      doors.close();
    }
  });
});

describe('what an agent wrote lately', () => {
  it('comes on demand without the secrets of the session, and passes to the host as it was', () =>
    withPlace(
      { servers: [odd('plain', 'fine', { env: { KEY: '${env:KEY}' } })] },
      async ({ run, get, report }) => {
        await run.ask(2, 'test/complain', { text: `warning: the key ${secret} is old\nno end` });
        const banner = Buffer.from('a banner\n').toString('base64');
        await run.ask(3, 'test/write', { base64: banner, size: 64 });
        const lines = await until(async () => {
          const { status, body } = await get('/v1/sessions/s-1/recent-output');
          expect(status).toBe(200);
          const told = body as { sensitive: boolean; lines: { stream: string; text: string }[] };
          expect(told.sensitive).toBe(true);
          return told.lines.length === 3 ? told.lines : null;
        });
        expect(lines.map(({ stream, text }) => `${stream} ${text}`).sort()).toEqual([
          'stderr no end',
          'stderr warning: the key [redacted] is old',
          'stdout a banner',
        ]);
        expect(run.errors()).toBe(`warning: the key ${secret} is old\nno end`);
        expect(JSON.stringify(await report())).not.toContain('banner');
      },
    ));
});
