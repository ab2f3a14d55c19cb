import { describe, expect, it } from '@jest/globals';
import type { FeedEvent } from '@mcp-witness/client';
import type { AttemptDiff } from '../../libs/cli/src/pipeline/diff-attempts.ts';
import { interrupt, witness } from '../../libs/cli/test/terminal.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

const endpoint = { id: 'endpoint', sequence: 1 };

const accepted = (attempt: string, n: number): object =>
  evidence(attempt, n, {
    type: 'protocol-accepted',
    witness: 'in_session_endpoint',
    producer: endpoint,
    data: { server_name: 'hub', era: 'modern', protocol_version: '2026-07-28' },
  });

const tools = [{ name: 'find', description: 'Finds.', input_schema: { type: 'object' } }];

const listed = (attempt: string, n: number, names: readonly string[] = ['find']): object =>
  evidence(attempt, n, {
    type: 'tools-listed',
    witness: 'in_session_endpoint',
    producer: { ...endpoint, sequence: 2 },
    data: {
      server_name: 'hub',
      tool_count: names.length,
      pages: 1,
      complete: true,
      tools: names.map((name) => ({ ...tools[0], name })),
    },
  });

interface Place extends TestService {
  readonly run: (...args: readonly string[]) => ReturnType<typeof witness>;
  /** Opens an attempt and sends events, all of which the report then has. */
  readonly tell: (body: object, ...events: readonly object[]) => Promise<void>;
}

const withPlace = (use: (place: Place) => Promise<void>): Promise<void> =>
  withService((service) =>
    use({
      ...service,
      run: (...args) => witness(args, { environment: { WITNESS_URL: service.url } }),
      async tell(body, ...events) {
        const opened = await service.post('/v1/attempts', body);
        expect(opened.status).toBe(201);
        const answer = events.length === 0 ? opened : await service.post('/v1/evidence', events);
        const { position } = answer.body as { position: string };
        const session = (body as { session_id: string }).session_id;
        await service.get(`/v1/sessions/${session}/report?min_position=${position}`);
      },
    }),
  );

describe('the command line in a pipeline', () => {
  it('waits for a session that has not begun until its server has listed its tools', () =>
    withPlace(async ({ run, post }) => {
      const waiting = run(
        'wait',
        'session-1',
        '--server',
        'hub',
        '--until',
        'tools-listed',
        '--timeout',
        '2m',
      );
      await post('/v1/attempts', attemptBody(uuid(1)));
      await post('/v1/evidence', [evidence(uuid(1), 11), accepted(uuid(1), 12)]);
      await post('/v1/evidence', [listed(uuid(1), 13)]);
      expect(await waiting).toEqual({
        code: 0,
        out: expect.stringContaining('hub: Active, 1 tool'),
        err: '',
      });
    }));

  it('exits with 7 where it waited in vain, and says how it stands', () =>
    withPlace(async ({ run, tell }) => {
      await tell(attemptBody(uuid(1)), evidence(uuid(1), 11));
      const until = ['--until', 'connected', '--timeout', '1s'];
      const { code, out, err } = await run('wait', 'session-1', '--server', 'hub', ...until);
      expect([code, out]).toEqual([7, '']);
      expect(err).toContain('not connected within 1s: hub: Delivered · connection unverified');
      const json = await run('wait', 'session-1', '--server', 'hub', ...until, '--json');
      expect(json.code).toBe(7);
      expect(JSON.parse(json.out)).toMatchObject({
        met: false,
        attachment_attempt_id: uuid(1),
        server: { name: 'hub', status: 'delivered' },
      });
      expect((await run('wait', 'session-1', '--server', 'other', ...until)).err).toContain('it names hub');
      expect((await run('wait', 'nowhere', '--until', 'started', '--timeout', '1s')).code).toBe(7);
      expect((await run('wait', 'session-1', '--until', 'started')).code).toBe(0);
    }));

  it('exits with 130 when it is interrupted', () =>
    withPlace(async ({ run }) => {
      const waits = ['wait', 'session-1', '--until', 'started', '--timeout', '5m'];
      for (const words of [waits, ['tail', '--after', '0']])
        expect(await interrupt(run(...words))).toEqual({ code: 130, out: '', err: 'witness: interrupted\n' });
    }));

  it.each([
    ['--until', 'connected'],
    ['--until', 'ended', '--server', 'hub'],
    ['--until', 'whenever'],
    ['--until', 'ended', '--timeout', 'soon'],
    ['--until', 'ended', '--timeout', '2d'],
    [],
  ])('takes wait %s %s %s %s for a wrong use', async (...flags) => {
    expect((await witness(['wait', 's', ...flags.filter((flag) => typeof flag === 'string')])).code).toBe(2);
  });

  it('says that no service answers instead of waiting for one', async () => {
    expect((await witness(['wait', 's', '--until', 'started'])).code).toBe(6);
    expect((await witness(['tail', '--after', '0'])).code).toBe(6);
  });

  it('asserts what is true with 0, what is not with 5, and of an unknown session with 3', () =>
    withPlace(async ({ run, tell }) => {
      await tell(attemptBody(uuid(1)), evidence(uuid(1), 11), accepted(uuid(1), 12), listed(uuid(1), 13));
      const check = (...flags: string[]) => run('assert', 'session-1', '--server', 'hub', ...flags);
      expect(await check('--status', 'active', '--evidence', 'connected', '--min-tools', '1')).toEqual({
        code: 0,
        out: 'hub: Active, 1 tool\n',
        err: '',
      });
      const false_ = await check('--status', 'failed', '--evidence', 'used', '--min-tools', '2', '--json');
      expect(false_.code).toBe(5);
      expect(JSON.parse(false_.out)).toMatchObject({
        holds: false,
        unmet: ['status failed', 'evidence used', 'at least 2 tools'],
        server: { status: 'active' },
      });
      const none = await run('assert', 'session-1', '--server', 'other', '--status', 'active');
      expect([none.code, none.err]).toEqual([5, expect.stringContaining('it names hub')]);
      expect((await run('assert', 'nowhere', '--server', 'hub', '--status', 'active')).code).toBe(3);
      expect((await check()).code).toBe(2);
      expect((await check('--min-tools', 'many')).code).toBe(2);
    }));

  it('tells how two attempts differ, tools by name while both are held', () =>
    withPlace(async ({ run, tell }) => {
      const body = (attempt: string, session_id: string, servers: string[]) =>
        attemptBody(attempt, { session_id, servers });
      await tell(
        body(uuid(1), 'old', ['hub', 'gone']),
        evidence(uuid(1), 11),
        accepted(uuid(1), 12),
        listed(uuid(1), 13, ['find', 'lost']),
      );
      await tell(
        body(uuid(2), 'new', ['hub', 'come']),
        evidence(uuid(2), 21),
        accepted(uuid(2), 22),
        listed(uuid(2), 23, ['find', 'made']),
      );
      const { code, out } = await run('diff', uuid(1), uuid(2), '--json');
      expect(code).toBe(0);
      const { equal, servers } = JSON.parse(out) as AttemptDiff;
      expect(equal).toBe(false);
      expect(servers.map(({ name, change }) => [name, change])).toEqual([
        ['hub', 'changed'],
        ['come', 'added'],
        ['gone', 'removed'],
      ]);
      expect(servers[0]?.tools).toEqual({ added: ['made'], removed: ['lost'], changed: [] });
      const text = await run('diff', uuid(1), uuid(2), '--exit-code');
      expect(text.code).toBe(5);
      expect(text.out).toContain('    + tool made\n    - tool lost');
      expect(text.out).toMatch(/^\+ come$/m);
      expect(await run('diff', uuid(1), uuid(1), '--exit-code')).toMatchObject({ code: 0 });
      expect((await run('diff', uuid(1), uuid(9))).code).toBe(3);
    }));

  it('prints events after a position, of one session or type, and follows those to come', () =>
    withPlace(async ({ run, tell, post }) => {
      await tell(attemptBody(uuid(1)), evidence(uuid(1), 11));
      const all = await run('tail', '--after', '0', '--no-follow', '--json');
      expect(all.code).toBe(0);
      const events = all.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as FeedEvent);
      expect(events.map(({ type }) => type)).toEqual([
        'attempt-started',
        'server-resolved',
        'server-delivered',
      ]);
      const after = events[1]?.global_position ?? '';
      const rest = await run('tail', '--after', after, '--no-follow', '--session', 'session-1');
      expect(rest.out).toMatch(
        /^\d+ {2}\S+ \S+ {2}session-1 {2}server-delivered {2}hub {2}channel=acp {2}transport=http\n$/,
      );
      expect((await run('tail', '--after', '0', '--no-follow', '--type', 'tool-called')).out).toBe('');
      const next = run('tail', '--after', events[2]?.global_position ?? '', '--limit', '1', '--json');
      await post('/v1/evidence', [accepted(uuid(1), 12)]);
      expect(JSON.parse((await next).out)).toMatchObject({
        type: 'protocol-accepted',
        session_id: 'session-1',
      });
      expect((await run('tail', '--after', 'here')).code).toBe(2);
    }));
});

describe('the sample session', () => {
  it('shows servers in every kind of status, is marked, and has no end that would change them', () =>
    withPlace(async ({ run, get }) => {
      const { code, out, err } = await run('demo');
      const session = out.trim();
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(new RegExp(`:\\d+/#/sessions/${session}$`, 'm')),
      ]);
      const waited = await run('wait', session, '--server', 'witness', '--until', 'used');
      expect(waited.code).toBe(0);
      const { body } = await get(`/v1/sessions/${session}`);
      expect(body).toMatchObject({ task_id: 'sample', host: 'witness-sample', ended_at: null });
      const { servers } = body as { readonly servers: readonly { readonly status: string }[] };
      expect(new Set(servers.map(({ status }) => status)).size).toBe(servers.length);
    }));

  it('says where it looked for the service', async () => {
    const { code, err } = await witness(['demo'], { environment: { WITNESS_URL: 'http://127.0.0.1:9' } });
    expect([code, err]).toEqual([6, expect.stringContaining('127.0.0.1:9')]);
  });
});
