import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Attempt, type EvidenceEvent, fold } from '@mcp-witness/evidence';
import type { Profile } from '../src/profile/profile.ts';
import { readProfile } from '../src/profile/validate.ts';
import { withDirectory } from './directory.ts';
import { type Message, ofType, type Run, withRun } from './run.ts';

function profile(document: object): Profile {
  const reading = readProfile({ version: 1, ...document });
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  return reading.profile;
}

const node = (name: string, extra: object = {}): Message => ({
  name,
  type: 'stdio',
  command: process.execPath,
  ...extra,
});
const remote = (name: string, extra: object = {}): Message => ({
  name,
  type: 'http',
  url: `http://127.0.0.1:4100/${name}`,
  ...extra,
});
const sent = (name: string): Message => ({
  name,
  type: 'http',
  url: `http://127.0.0.1:4200/${name}`,
  headers: [],
});

/** What the service shows of the only attempt. */
function reportOf(events: readonly EvidenceEvent[]): Attempt {
  const recorded = events.map((event, index) => ({
    ...event,
    tenant_id: 't',
    session_id: 's',
    stream_position: index,
    global_position: String(index),
    recorded_at: event.occurred_at,
    schema_version: 1,
  }));
  return fold(recorded as never);
}

type Row = readonly [name: string, status: string, reason: string | null];

async function outcome(run: Run, mcpServers: readonly Message[], cwd?: string): Promise<Outcome> {
  await run.ask(0, 'initialize', {});
  await run.ask(1, 'session/new', { cwd, mcpServers });
  const { result } = await run.ask(2, 'test/servers');
  run.endInput();
  await run.exit;
  const { events } = run.service;
  const report = reportOf(events);
  const rows = report.servers.map(({ name, status, reason_code }): Row => [name, status, reason_code]);
  return { wire: result as Message[], events, report, rows };
}

interface Outcome {
  /** What the agent got. */
  readonly wire: readonly Message[];
  readonly events: readonly EvidenceEvent[];
  readonly report: Attempt;
  readonly rows: readonly Row[];
}

const names = (wire: readonly Message[]): readonly unknown[] => wire.map((server) => server.name);

async function given(
  options: {
    readonly profile: object;
    readonly inject?: boolean;
    readonly agent?: Message;
    readonly env?: object;
  },
  mcpServers: readonly Message[],
  check: (outcome: Outcome) => void,
): Promise<void> {
  const { inject = true, agent = {}, env = {} } = options;
  const environment = { PATH: process.env.PATH, ...env };
  await withRun({ inject, agent, environment, profile: profile(options.profile) }, async (run) => {
    check(await outcome(run, mcpServers));
  });
}

const none = { built_in_tools: false };

describe('the servers of a profile', () => {
  it('are added behind those of the host, their values resolved and kept out of the evidence', async () => {
    const servers = [
      node('files', { args: ['--root', '${env:ROOT}/x'], env: { KEY: '${env:FILES_KEY}' } }),
      remote('hub', { headers: { Authorization: 'Bearer ${env:HUB_KEY}' } }),
    ];
    const env = { ROOT: '/srv/quiet-root', FILES_KEY: 'k-files-1234', HUB_KEY: 'k-hub-5678' };
    await given({ profile: { servers }, env }, [sent('own')], ({ wire, rows, events, report }) => {
      expect(names(wire)).toEqual(['own', 'files', 'hub', 'witness']);
      expect(wire[1]).toEqual({
        name: 'files',
        command: process.execPath,
        args: ['--root', '/srv/quiet-root/x'],
        env: [{ name: 'KEY', value: 'k-files-1234' }],
      });
      expect(wire[2]).toEqual({
        type: 'http',
        name: 'hub',
        url: 'http://127.0.0.1:4100/hub',
        headers: [{ name: 'Authorization', value: 'Bearer k-hub-5678' }],
      });
      expect(rows).toEqual([
        ['own', 'delivered', null],
        ['files', 'delivered', null],
        ['hub', 'delivered', null],
        ['witness', 'delivered', null],
      ]);
      expect(report.servers[1]).toMatchObject({ source: 'profile', transport: 'stdio', target: 'node' });
      expect(JSON.stringify(events)).not.toMatch(/k-files|k-hub|quiet-root/);
    });
  });

  it('each end as delivered, filtered or unavailable, with the reason', async () => {
    const servers = [
      node('expected', { deliver: false }),
      node('denied'),
      node('absent', { command: 'no-such-executable-here' }),
      node('secretless', { env: { KEY: '${env:UNSET_ONE}${env:EMPTY}' } }),
      remote('odd', { url: '${env:ODD_URL}' }),
      remote('stream', { type: 'sse' }),
      node('twice'),
      remote('twice'),
      remote('fine'),
    ];
    const rules = [{ match: 'den*', deny: true }];
    const env = { ODD_URL: 'not a url', EMPTY: '' };
    await given({ profile: { servers, rules, ...none }, env }, [], ({ wire, rows, report, events }) => {
      expect(names(wire)).toEqual(['twice', 'fine']);
      expect(rows).toEqual([
        ['expected', 'configured', null],
        ['denied', 'filtered', 'policy_denied'],
        ['absent', 'unavailable', 'executable_missing'],
        ['secretless', 'unavailable', 'secret_unresolved'],
        ['odd', 'filtered', 'invalid_configuration'],
        ['stream', 'filtered', 'sse_unsupported'],
        ['twice', 'delivered', null],
        ['fine', 'delivered', null],
      ]);
      const twice = report.servers.find(({ name }) => name === 'twice');
      expect(twice?.duplicates).toEqual([{ transport: 'http', target: 'http://127.0.0.1:4100' }]);
      expect(report.findings.map(({ code }) => code)).toEqual(['duplicate_name']);
      const secretless = report.servers.find(({ name }) => name === 'secretless');
      expect(secretless?.summary).toContain('UNSET_ONE, EMPTY');
      for (const { data } of ofType(events, 'server-filtered')) expect(data.summary).toMatch(/^[A-Z].*\.$/);
    });
  });

  it('are not given the key by which this relay speaks to the service', async () => {
    const servers = [
      remote('curious', { headers: { Authorization: 'Bearer ${env:WITNESS_API_KEY}' } }),
      node('sly', { env: { KEY: 'x${env:WITNESS_API_KEY_FILE}' } }),
    ];
    const env = { WITNESS_API_KEY: 'wk_quiet_key', WITNESS_API_KEY_FILE: '/srv/quiet-file' };
    await given({ profile: { ...none, servers }, env }, [], ({ wire, rows, report }) => {
      expect(wire).toEqual([]);
      expect(rows).toEqual([
        ['curious', 'unavailable', 'secret_unresolved'],
        ['sly', 'unavailable', 'secret_unresolved'],
      ]);
      expect(report.servers.map(({ summary }) => summary)).toEqual([
        "WITNESS_API_KEY is this relay's own credential, which no server is given; name another variable.",
        "WITNESS_API_KEY_FILE is this relay's own credential, which no server is given; name another variable.",
      ]);
    });
  });

  it('stay out where the agent does not say that it takes their transport', async () => {
    const servers = [remote('hub'), remote('old', { type: 'sse' }), node('files')];
    const agent = { mcpCapabilities: { http: false, sse: false, stdio: false } };
    await given({ profile: { servers }, agent }, [sent('own')], ({ wire, rows }) => {
      expect(names(wire)).toEqual(['own']);
      expect(rows).toEqual([
        ['own', 'delivered', null],
        ['hub', 'filtered', 'http_unsupported'],
        ['old', 'filtered', 'sse_unsupported'],
        ['files', 'filtered', 'stdio_unsupported'],
        ['witness', 'filtered', 'http_unsupported'],
      ]);
    });
  });

  it('wait for nothing: before the agent has said what it takes, those that need no saying go in', async () => {
    const servers = [remote('hub'), node('files')];
    await withRun({ profile: profile({ servers, ...none }) }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [] });
      run.endInput();
      await run.exit;
      const rows = reportOf(run.service.events).servers;
      expect(rows).toMatchObject([
        { name: 'hub', status: 'filtered', reason_code: 'http_unsupported' },
        { name: 'files', status: 'delivered' },
      ]);
      expect(rows[0]?.summary).toMatch(/had not said yet/);
    });
  });

  it('give way to a server of the host that bears the name, which goes out once and as it came', async () => {
    const servers = [remote('own', { url: 'http://127.0.0.1:4999/other' }), remote('same'), node('files')];
    const same = { ...remote('same'), headers: [] };
    await given({ profile: { servers, ...none } }, [sent('own'), same], ({ wire, report, rows }) => {
      expect(wire.slice(0, 2)).toEqual([sent('own'), same]);
      expect(names(wire)).toEqual(['own', 'same', 'files']);
      expect(rows.map(([, status]) => status)).toEqual(['delivered', 'delivered', 'delivered']);
      expect(report.servers[0]).toMatchObject({
        target: 'http://127.0.0.1:4200',
        duplicates: [{ transport: 'http', target: 'http://127.0.0.1:4999' }],
      });
      expect(report.servers[1]?.duplicates).toEqual([]);
      expect(report.findings).toMatchObject([{ code: 'duplicate_name', server_name: 'own' }]);
    });
  });

  it('mark a server of the host as its own', async () => {
    const servers = [remote('own', { built_in: true }), node('mine', { built_in: true })];
    await given({ profile: { servers, ...none } }, [sent('own')], ({ report }) => {
      expect(report.servers.map(({ source }) => source)).toEqual(['built_in', 'built_in']);
    });
  });

  it('keep the in-session server out where one bears its name', async () => {
    await given({ profile: { servers: [node('witness')] } }, [], ({ wire, rows, report }) => {
      expect(names(wire)).toEqual(['witness']);
      expect(rows).toEqual([['witness', 'delivered', null]]);
      expect(report.findings).toMatchObject([{ code: 'reserved_name' }]);
    });
  });

  it('are told, and not added, under --no-inject', async () => {
    await given({ profile: { servers: [node('files')] }, inject: false }, [sent('own')], ({ wire, rows }) => {
      expect(names(wire)).toEqual(['own']);
      expect(rows).toEqual([
        ['own', 'delivered', null],
        ['files', 'filtered', 'disabled'],
      ]);
    });
  });

  it('are not added to an agent that speaks another version of ACP, whose frames stay as they are', async () => {
    const agent = { protocolVersion: 2 };
    await given({ profile: { servers: [node('files')] }, agent }, [sent('own')], ({ wire, rows }) => {
      expect(wire).toEqual([sent('own')]);
      expect(rows).toEqual([
        ['own', 'delivered', null],
        ['files', 'filtered', 'protocol_unsupported'],
        ['witness', 'filtered', 'protocol_unsupported'],
      ]);
    });
  });

  it('have a revision, which every attempt names', async () => {
    await given({ profile: { servers: [node('files')] } }, [], ({ events }) => {
      const [started] = ofType(events, 'attempt-started');
      expect(started?.data.configuration_revision).toMatch(/^[0-9a-f]{64}$/);
    });
  });
});

describe('the executable of a server of the profile', () => {
  it('is looked for where the agent would look', async () => {
    await withDirectory(async (directory) => {
      const place = async (path: string, mode: number): Promise<void> => {
        await mkdir(dirname(join(directory, path)), { recursive: true });
        await writeFile(join(directory, path), '#!/bin/sh\n');
        await chmod(join(directory, path), mode);
      };
      await place('project/bin/relative', 0o755);
      await place('elsewhere/in-own-path', 0o755);
      await place('elsewhere/not-executable', 0o644);
      const PATH = join(directory, 'elsewhere');
      const servers = [
        node('relative', { command: 'bin/relative' }),
        node('dotted', { command: './bin/absent' }),
        node('own-path', { command: 'in-own-path', env: { PATH } }),
        node('other-path', { command: 'in-own-path' }),
        node('no-file', { command: 'not-executable', env: { PATH } }),
        node('folder', { command: directory }),
      ];
      const environment = { PATH: process.env.PATH };
      await withRun({ environment, profile: profile({ servers, ...none }) }, async (run) => {
        const { rows } = await outcome(run, [], join(directory, 'project'));
        expect(rows.map(([name, status]) => [name, status])).toEqual([
          ['relative', 'delivered'],
          ['dotted', 'unavailable'],
          ['own-path', 'delivered'],
          ['other-path', 'unavailable'],
          ['no-file', 'unavailable'],
          ['folder', 'unavailable'],
        ]);
      });
    });
  });
});

describe('the rules of a profile', () => {
  const rules = [
    { match: 'keep-*' },
    { match: '*', transport: 'sse', deny: true },
    { match: 'secret-*', deny: true },
  ];

  it('take servers of the host out of its request, and not another byte', async () => {
    for (const inject of [true, false]) {
      await withRun({ inject, profile: profile({ rules, ...none }) }, async (run) => {
        await run.ask(0, 'initialize', {});
        const before = (await run.received()).length;
        const own = '{ "name" : "ö\\u0077n","command":"x", "args":[],"env":[] }';
        const denied = '{"name":"secret-a","command":"x","args":[],"env":[]}';
        const nameless = '{"command":"x"}';
        const line = (list: string): string =>
          `{"jsonrpc":"2.0", "id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[${list}] }}\n`;
        run.send(line(`${denied} , ${own}, ${nameless},${denied} `));
        await run.message({ id: 1 });
        const received = (await run.received()).subarray(before).toString();
        expect(received).toBe(line(`${own}, ${nameless} `));
        run.endInput();
        await run.exit;
        const { rows } = { rows: reportOf(run.service.events).servers };
        expect(rows.map(({ name, status, reason_code }) => [name, status, reason_code])).toEqual([
          ['secret-a', 'filtered', 'policy_denied'],
          ['öwn', 'delivered', null],
        ]);
      });
    }
  });

  it('decide by the first that matches, over the host and the profile alike', async () => {
    const servers = [
      remote('secret-mine'),
      remote('keep-old', { type: 'sse' }),
      remote('other', { type: 'sse' }),
    ];
    const agent = { mcpCapabilities: { http: true, sse: true } };
    const old = (name: string): Message => ({ ...sent(name), type: 'sse' });
    const host = [sent('secret-host'), old('keep-host'), old('host-old'), sent('host')];
    await given({ profile: { servers, rules, ...none }, agent }, host, ({ wire, rows }) => {
      expect(names(wire)).toEqual(['keep-host', 'host', 'keep-old']);
      expect(rows.filter(([, status]) => status === 'filtered').map(([name]) => name)).toEqual([
        'secret-host',
        'host-old',
        'secret-mine',
        'other',
      ]);
    });
  });

  it('deny also what is too much or too odd to be told of', async () => {
    const host = [
      ...Array.from({ length: 300 }, (_, index) => sent(`secret-${index}`)),
      sent('secret-\u0000'),
    ];
    await given({ profile: { rules, ...none } }, [...host, sent('last')], ({ wire }) => {
      expect(names(wire)).toEqual(['last']);
    });
  });

  it('deny beside servers that are nested deeper than JSON is written, and beside very many', async () => {
    const observed = [
      { match: 'secret-*', deny: true },
      { match: 'watched', observed: true },
    ];
    await withRun({ profile: profile({ rules: observed, ...none }) }, async (run) => {
      const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      const watched = `{"name":"watched","command":"node","args":[],"env":[],"_meta":${deep}}`;
      const many = '{"name":"secret-1","command":"x"},{"name":"own","command":"y"},'.repeat(130_000);
      run.send(
        `{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"mcpServers":[${many}${watched}]}}\n`,
      );
      expect(await run.message({ id: 1 })).toHaveProperty('result');
      const received = (await run.received()).toString();
      expect(received).toContain(deep);
      expect(received).toContain('WITNESS_FRONT');
      expect(received).not.toContain('secret-');
      expect(run.troubles).toEqual([]);
    });
  });

  it('remove nothing of the host for a capability that the agent does not have', async () => {
    const agent = { mcpCapabilities: { http: false, sse: false } };
    await given({ profile: { ...none }, agent }, [sent('hub')], ({ wire, rows }) => {
      expect(names(wire)).toEqual(['hub']);
      expect(rows).toEqual([['hub', 'delivered', null]]);
    });
  });

  it('leave both servers of one name where they are', async () => {
    const twice = [sent('twice'), { ...sent('twice'), url: 'http://127.0.0.1:4300/twice' }];
    const observed = [{ match: '*', observed: true }];
    await given({ profile: { rules: observed, ...none } }, twice, ({ wire, report }) => {
      expect(wire).toEqual(twice);
      expect(report.servers).toMatchObject([
        { target: 'http://127.0.0.1:4200', duplicates: [{ target: 'http://127.0.0.1:4300' }] },
      ]);
      expect(report.findings).toMatchObject([{ code: 'duplicate_name' }]);
    });
  });
});
