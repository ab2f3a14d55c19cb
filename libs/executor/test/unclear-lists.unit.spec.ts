import { describe, expect, it } from '@jest/globals';
import { profile, reportOf } from './profiled-run.ts';
import { type Run, withRun } from './run.ts';

const rules = [{ match: 'secret-*', deny: true }];
const secret = '{"name":"secret-a","command":"x","args":[],"env":[]}';
const keyed = '{"secret-a":{"command":"x"}}';

const call = (rest: string, id = '"id":1,'): string => `{"jsonrpc":"2.0",${id}${rest}}`;
const opening = '"method":"session/new"';

/** Lines in which an agent may see a server that the relay does not. */
const unclear: readonly (readonly [string, string])[] = [
  ['an object of servers', call(`${opening},"params":{"cwd":"/","mcpServers":${keyed}}`)],
  ['a text of servers', call(`${opening},"params":{"mcpServers":${JSON.stringify(`[${secret}]`)}}`)],
  ['two lists', call(`${opening},"params":{"mcpServers":[${secret}],"mcpServers":[]}`)],
  ['a list by another case', call(`${opening},"params":{"mcpServers":[],"McpServers":[${secret}]}`)],
  ['two params', call(`${opening},"params":{"mcpServers":[${secret}]},"params":{"mcpServers":[]}`)],
  ['params by position', call(`${opening},"params":[{"mcpServers":[${secret}]}]`)],
  ['two methods', call(`${opening},"method":"x","params":{"mcpServers":[${secret}]}`)],
  ['a method by another case', call(`"Method":"session/new","params":{"mcpServers":[${secret}]}`)],
  ['what only some read as JSON', call(`${opening},"params":{"mcpServers":[${secret}],"a":NaN}`)],
];

async function passed(run: Run, line: string): Promise<string> {
  const before = (await run.received()).length;
  run.send(`${line}\n`);
  await run.ask(`after ${before}`, 'test/echo', {});
  return (await run.received()).subarray(before).toString().split('\n').slice(0, -2).join('\n');
}

describe('a session call whose servers cannot be told', () => {
  it.each(unclear)('is refused in words where a rule denies anything: %s', async (_, line) => {
    await withRun({ profile: profile({ rules }) }, async (run) => {
      await run.ask(0, 'initialize', {});
      expect(await passed(run, line)).toBe('');
      const isJson = !line.includes('NaN');
      expect(await run.message({ id: isJson ? 1 : null })).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('did not pass it on') },
      });
      run.endInput();
      await run.exit;
      expect(run.service.events).toEqual([]);
    });
  });

  it.each([
    ['a notification', call(`${opening},"params":{"mcpServers":${keyed}}`, '')],
    [
      'several in one line',
      `[${call('"method":"x"')},${call(`${opening},"params":{"mcpServers":${keyed}}`)}]`,
    ],
  ])('goes nowhere either as %s', async (_, line) => {
    await withRun({ profile: profile({ rules }) }, async (run) => {
      await run.ask(0, 'initialize', {});
      expect(await passed(run, line)).toBe('');
    });
  });

  it('goes on as it came where no rule denies, and the report says that nothing was added', async () => {
    await withRun({ profile: profile({ rules: [{ match: '*' }] }) }, async (run) => {
      await run.ask(0, 'initialize', {});
      const line = call(`${opening},"params":{"cwd":"/","mcpServers":${keyed}}`);
      expect(await passed(run, line)).toBe(line);
      run.endInput();
      await run.exit;
      const rows = reportOf(run.service.events).servers.map(({ name, status, reason_code }) => [
        name,
        status,
        reason_code,
      ]);
      expect(rows).toEqual([['witness', 'filtered', 'invalid_configuration']]);
    });
  });

  it('is not one that has none, or that speaks of such calls', async () => {
    await withRun({ profile: profile({ rules }) }, async (run) => {
      await run.ask(0, 'initialize', {});
      for (const line of [
        call('"method":"session/resume","params":{"sessionId":"s"}', ''),
        call('"method":"session/load","params":null', ''),
        call(`"method":"session/prompt","params":{"mcpServers":${keyed},"prompt":"session/new \\u0041"}`, ''),
      ]) {
        expect(await passed(run, line)).toBe(line);
      }
    });
  });
});
