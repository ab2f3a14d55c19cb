import { describe, expect, it } from '@jest/globals';
import { given, names, none, profile, remote, reportOf, sent } from './profiled-run.ts';
import { type Message, withRun } from './run.ts';

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

  it('deny also what has no name, or one that is no text, by what fits every name', async () => {
    const unnamed = [
      '{"command":"x","args":[]}',
      '{"name":"","command":"x"}',
      '{"name":null,"type":"sse","url":"http://127.0.0.1:1/"}',
      '{"name":7,"command":"x"}',
      '{"name":["a"],"command":"x"}',
      'null',
      '"x"',
      '[]',
    ];
    const own = '{"name":"own","command":"y"}';
    const passed = async (...all: readonly object[]): Promise<string> => {
      let got = '';
      await withRun({ profile: profile({ rules: all, ...none }) }, async (run) => {
        const list = `${unnamed.join(', ')}, ${own}`;
        run.send(`{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"mcpServers":[${list}]}}\n`);
        await run.message({ id: 1 });
        got = /"mcpServers":\[(.*)\]\}\}/.exec((await run.received()).toString())?.[1] ?? 'none';
        const told = run.troubles.map(
          (line) => /took (a server|\d+ servers) of the host out/.exec(line)?.[1],
        );
        got += told.map((count) => ` without a row: ${count}`).join('');
      });
      return got;
    };
    expect(await passed({ match: '*', deny: true })).toBe(' without a row: 8 servers');
    expect(await passed({ match: 'own' }, { match: '*', deny: true })).toBe(
      `${own} without a row: 8 servers`,
    );
    expect(await passed({ match: '?', deny: true })).toBe(
      [...unnamed.toSpliced(3, 1), `${own} without a row: a server`].join(', '),
    );
    expect(await passed({ match: '*', transport: 'sse', deny: true })).toBe(
      [...unnamed.toSpliced(2, 1), `${own} without a row: a server`].join(', '),
    );
    expect(await passed({ match: '*', observed: true })).toContain(unnamed.join(', '));
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
      expect(run.troubles).toMatchObject([expect.stringContaining('servers of the host out of a session')]);
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
