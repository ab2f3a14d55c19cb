import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withDirectory } from './directory.ts';
import { given, names, node, none, outcome, profile, remote, reportOf, sent } from './profiled-run.ts';
import { ofType, withRun } from './run.ts';

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
