import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { commandTree } from '../src/completion/command-tree.ts';
import { createProgram } from '../src/program.ts';
import { processTerminal } from '../src/terminal/terminal.ts';
import { history } from './history.ts';
import { witness } from './terminal.ts';

/** A service that answers each path with a status and a body. */
async function withService(
  answers: Readonly<Record<string, readonly [number, unknown]>>,
  use: (environment: { readonly WITNESS_URL: string }) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const [status, body] = answers[path] ?? [404, { code: 'not_found', title: 'Not found' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use({ WITNESS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const report = '/v1/sessions/s-1/report';

describe('witness report', () => {
  it('prints the checklist of every server, with who saw what and when', async () => {
    await withService({ [report]: [200, history] }, async (environment) => {
      const { code, out, err } = await witness(['report', 's-1'], { environment });
      expect(code).toBe(0);
      expect(err).toBe('');
      expect(out).toContain('Session s-1 · task t-1');
      expect(out).toContain('witness  Active  3 tools · ~412 tokens');
      expect(out).toContain('files  Delivered · connection unverified');
      expect(out).toMatch(/✓ Tools listed +2026-11-30 12:00:04Z · seen by the in-session endpoint · 3 tools/);
      expect(out).toMatch(/· Connected +not seen/);
      expect(out).toContain('Earlier attempts');
    });
  });

  it.each([
    ['session/new', true],
    ['passthrough', false],
    ['observed', false],
  ])(
    'of an attempt by %s, which nobody has answered, says so where somebody answers: %s',
    async (entry, says) => {
      const current = { ...history.current, entry, accepted_at: null };
      await withService({ [report]: [200, { ...history, current }] }, async (environment) => {
        const { out } = await witness(['report', 's-1'], { environment });
        expect(out.split('\n')[1]?.includes('not answered yet')).toBe(says);
      });
    },
  );

  it('lets nothing of a name reach the terminal as a command', async () => {
    const [server] = history.current.servers;
    const hostile = { ...history.current, servers: [{ ...server, name: '\u001b[2Jevil\u202e' }] };
    await withService({ [report]: [200, { ...history, current: hostile }] }, async (environment) => {
      const { out } = await witness(['report', 's-1'], { environment });
      expect(out).toContain('\\u{001b}[2Jevil\\u{202e}');
      expect(out).not.toContain('\u001b');
    });
  });

  it('gives the report as it came with --json', async () => {
    await withService({ [report]: [200, history] }, async (environment) => {
      const { out } = await witness(['report', 's-1', '--json'], { environment });
      expect(JSON.parse(out)).toEqual(history);
    });
  });

  it.each([
    [404, 3],
    [401, 4],
    [403, 4],
    [500, 1],
  ])('makes of status %d exit code %d, with the reason on stderr', async (status, expected) => {
    await withService({ [report]: [status, { code: 'x', title: 'No' }] }, async (environment) => {
      const { code, out, err } = await witness(['report', 's-1'], { environment });
      expect([code, out]).toEqual([expected, '']);
      expect(err).toMatch(/^witness: .+\n$/);
    });
  });

  it.each([
    [401, 'unauthenticated', 'WITNESS_API_KEY'],
    [403, 'forbidden', 'WITNESS_API_KEY'],
    [503, 'unavailable', 'No: the log is full. `witness doctor` tells more.'],
    [404, 'not_found', '`witness sessions` lists those that it knows'],
  ])('says what to do about status %d', async (status, code, advice) => {
    const problem = { code, title: 'No', detail: 'the log is full.' };
    await withService({ [report]: [status, problem] }, async (environment) => {
      const { err } = await witness(['report', 's-1'], { environment });
      expect(err).toContain(advice);
    });
  });

  it('does not ask for a key where the name of the service was refused', async () => {
    await withService({ [report]: [403, { code: 'foreign_host', title: 'No' }] }, async (environment) => {
      expect((await witness(['report', 's-1'], { environment })).err).toBe('witness: No\n');
    });
  });

  it.each([
    ['observed', '(observed)'],
    ['built_in', '(built in, observed)'],
  ])('says once of a server of source %s that it is observed', async (source, told) => {
    const [server] = history.current.servers;
    const current = { ...history.current, servers: [{ ...server, source, observed: true }] };
    await withService({ [report]: [200, { ...history, current }] }, async (environment) => {
      expect((await witness(['report', 's-1'], { environment })).out).toContain(told);
    });
  });

  it('says in words why an attempt or a server ended', async () => {
    const [server] = history.current.servers;
    const current = {
      ...history.current,
      ended_at: '2026-11-30T12:01:00Z',
      end_reason_code: 'exited',
      servers: [{ ...server, reason_code: 'endpoint_closed', summary: null }],
    };
    await withService({ [report]: [200, { ...history, current }] }, async (environment) => {
      const { out } = await witness(['report', 's-1'], { environment });
      expect(out).toContain("(exited: the agent's process ended by itself)");
      expect(out).toContain('endpoint_closed: the endpoint of Witness was closed');
    });
  });

  it('says that no service answers, and exits with 6', async () => {
    const { code, err } = await witness(['report', 's-1']);
    expect(code).toBe(6);
    expect(err).toContain('http://127.0.0.1:9');
  });
});

describe('witness sessions', () => {
  it('says so when there are none, and gives the page with --json', async () => {
    const page = { connected: [], sessions: [], next_cursor: null };
    await withService({ '/v1/sessions': [200, page] }, async (environment) => {
      expect((await witness(['sessions'], { environment })).out).toBe('no sessions\n');
      expect(JSON.parse((await witness(['sessions', '--json'], { environment })).out)).toEqual(page);
    });
  });

  it('prints a heading, and columns under each other', async () => {
    const session = (session_id: string, connected: boolean, ended_at: string | null = null) => ({
      session_id,
      connected,
      ended_at,
      agent_id: connected ? 'opencode' : null,
      task_id: 't-1',
      last_activity_at: '2026-11-30T12:00:03.000000Z',
      counts: connected ? { active: 1, delivered: 2 } : {},
    });
    const page = {
      connected: [session('s-1', true)],
      sessions: [session('s-with-a-longer-name', false, '2026-11-30T12:00:03Z'), session('s-3', false)],
      next_cursor: null,
    };
    await withService({ '/v1/sessions': [200, page] }, async (environment) => {
      const { out } = await witness(['sessions'], { environment });
      expect(out.split('\n')).toEqual([
        'SESSION               STATE         AGENT     TASK  LAST ACTIVITY         SERVERS',
        's-1                   running       opencode  t-1   2026-11-30 12:00:03Z  1 active, 2 delivered',
        's-with-a-longer-name  ended         -         t-1   2026-11-30 12:00:03Z',
        's-3                   not heard of  -         t-1   2026-11-30 12:00:03Z',
        '',
      ]);
    });
  });

  it.each([['--limit', '0'], ['--limit', '201'], ['--limit', 'x'], ['--status', 'odd'], ['--what']])(
    'refuses %s %s as a wrong use',
    async (...flags) => {
      expect((await witness(['sessions', ...flags.filter((flag) => typeof flag === 'string')])).code).toBe(2);
    },
  );
});

describe('witness sanitize', () => {
  it.each([
    [['sanitize'], 'Authorization: Bearer abc123\n', 'Authorization: [redacted]\n'],
    [['sanitize', '--as', 'target'], 'https://user:pw@Example.COM:443/x?y\n', 'https://example.com\n'],
    [['sanitize', '--as', 'command'], '/opt/bin/server\n', 'server\n'],
  ])('%j turns %j into %j', async (args, input, output) => {
    expect(await witness(args, { input })).toEqual({ code: 0, out: output, err: '' });
  });
});

describe('witness doctor', () => {
  it('says of each part whether it is well, and what to do where it is not', async () => {
    const state = await mkdtemp(join(tmpdir(), 'witness-doctor-'));
    const environment = { WITNESS_STATE_DIR: state, WITNESS_DATA_DIR: join(state, 'data') };
    try {
      const { code, out } = await witness(['doctor'], { environment });
      expect(code).toBe(1);
      expect(out).toMatch(/^ok {4}node /m);
      expect(out).toMatch(/^ok {4}spool /m);
      expect(out).toMatch(/^fail {2}service .*\n +start it with/m);
      const json = await witness(['doctor', '--json'], { environment });
      expect(JSON.parse(json.out)).toHaveLength(4);
    } finally {
      await rm(state, { recursive: true, force: true });
    }
  });

  it('blames no key where the name of the service is refused', async () => {
    const foreign = { code: 'foreign_host', title: 'Only names of this machine.' };
    await withService({ '/readyz': [200, {}], '/v1/sessions': [403, foreign] }, async (environment) => {
      const { out } = await witness(['doctor'], { environment });
      expect(out).toMatch(/^fail {2}access {3}Only names of this machine\.\n +set WITNESS_URL/m);
    });
  });

  it.each([
    [{}, 'the service wants a key'],
    [{ WITNESS_API_KEY: 'wk_unknown' }, 'the service does not know the key'],
  ])('says which is wrong, no key or the key: %j', async (given, said) => {
    const refused = { code: 'unauthorized', title: 'No' };
    await withService({ '/readyz': [200, {}], '/v1/sessions': [401, refused] }, async (environment) => {
      const { out } = await witness(['doctor'], { environment: { ...environment, ...given } });
      expect(out).toMatch(new RegExp(`^fail  access   ${said}\\n +set WITNESS_API_KEY`, 'm'));
    });
  });

  it('is content with a service that is ready and takes our credentials', async () => {
    const page = { connected: [], sessions: [], next_cursor: null };
    await withService({ '/readyz': [200, {}], '/v1/sessions': [200, page] }, async (environment) => {
      const { out } = await witness(['doctor'], { environment });
      expect(out).toMatch(/^ok {4}service .*\nok {4}access /m);
    });
  });
});

const program = createProgram(processTerminal(), () => undefined);

/** The words of every command that does something. */
const leaves = commandTree(program)
  .filter(({ subcommands }) => subcommands.length === 0)
  .map(({ words }) => words.slice(1));

describe('witness', () => {
  it.each(leaves)('explains %s with an example, and takes --json', async (...words) => {
    const { code, out } = await witness([...words, '--help']);
    expect(code).toBe(0);
    expect(out).toContain('\nExample:\n');
    expect(out).toContain('--json');
  });

  it.each(['--version', '-V'])('tells its version with %s', async (option) => {
    expect(await witness([option])).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: '',
    });
  });

  it.each([[['nonsense']], [['report']], [['sessions', '--what']], [['sessions', '--status', 'odd']]])(
    'begins what it says of the wrong use %j with its name',
    async (args) => {
      expect((await witness(args)).err).toMatch(/^witness: (?!error)/);
    },
  );

  it.each([[[]], [['nonsense']], [['run']], [['report']]])('takes %j for a wrong use', async (args) => {
    const { code, out } = await witness(args);
    expect([code, out]).toEqual([2, '']);
  });

  it.each([[['run']], [['passthrough', 'claude', '--dry-run']]])(
    'says of %j where the command stands',
    async (args) => {
      expect((await witness(args)).err).toContain(
        "missing required argument 'command', which stands after --",
      );
    },
  );

  it('says what to do in a checkout that is not built', () => {
    const folder = mkdtempSync(join(tmpdir(), 'witness-unbuilt-'));
    mkdirSync(join(folder, 'bin'));
    const program = join(folder, 'bin/witness.mjs');
    copyFileSync(fileURLToPath(new URL('../bin/witness.mjs', import.meta.url)), program);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('npm run build')]);
  });

  it.each([
    [{ WITNESS_URL: 'ftp://somewhere' }, 'WITNESS_URL'],
    [{ WITNESS_API_KEY: 'a', WITNESS_API_KEY_FILE: 'b' }, 'WITNESS_API_KEY'],
    [{ WITNESS_API_KEY_FILE: '/no/such/file' }, 'WITNESS_API_KEY_FILE'],
  ])('refuses the settings %j', async (environment, named) => {
    const { code, err } = await witness(['report', 's'], { environment });
    expect(code).toBe(2);
    expect(err).toContain(named);
  });
});

describe('witness run', () => {
  it('passes the bytes of the agent alone to stdout, and its exit code on', async () => {
    const state = await mkdtemp(join(tmpdir(), 'witness-run-'));
    try {
      const script =
        "process.stdin.pipe(process.stdout); process.stdin.on('end', () => { process.exitCode = 7; })";
      const ran = await witness(['run', '--task', 't', '--', process.execPath, '-e', script], {
        input: 'anything\r\nat all',
        environment: { WITNESS_STATE_DIR: state },
      });
      expect(ran).toEqual({ code: 7, out: 'anything\r\nat all', err: '' });
    } finally {
      await rm(state, { recursive: true, force: true });
    }
  });

  it('exits with 127 where the agent is not there, and says so on stderr', async () => {
    const state = await mkdtemp(join(tmpdir(), 'witness-run-'));
    try {
      const environment = { WITNESS_STATE_DIR: state };
      const { code, out, err } = await witness(['run', '--', 'no-such-agent'], { environment });
      expect([code, out]).toEqual([127, '']);
      expect(err).toContain('cannot start "no-such-agent"');
    } finally {
      await rm(state, { recursive: true, force: true });
    }
  });
});
