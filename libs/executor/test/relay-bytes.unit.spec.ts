import { describe, expect, it } from '@jest/globals';
import { type Run, until, withRun } from './run.ts';

const receivedBytes = (run: Run, length: number): Promise<Buffer> =>
  until(`${length} bytes at the agent`, async () => {
    const bytes = await run.received();
    return bytes.length >= length ? bytes : undefined;
  });

/** Lines that nobody but host and agent has to understand. */
const odd = Buffer.concat([
  Buffer.from('{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"text":"héllo 😀"}}\r\n'),
  Buffer.from('not json at all\n'),
  Buffer.from('{"method":"session/new","params":{"mcpServers":[]\n'),
  Buffer.from('{"jsonrpc":"2.0","method":"session/new","params":{"mcpServers":[ ]}}\n'),
  Buffer.from('[{"jsonrpc":"2.0","id":5,"method":"session/new","params":{"mcpServers":[]}}]\n'),
  Buffer.from('\n\r\n   \n'),
  Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
  Buffer.from(`{"big":"${'x'.repeat(3 * 1024 * 1024)}"}\n`),
  Buffer.from('{"the last line has no end":true}'),
]);

describe('the bytes between host and agent', () => {
  it('reach the agent as they came, however they are chunked', async () => {
    await withRun({}, async (run) => {
      for (let at = 0; at < 700; at += 7) run.send(odd.subarray(at, at + 7));
      run.send(odd.subarray(700));
      run.endInput();
      await run.exit;
      expect((await run.received()).equals(odd)).toBe(true);
    });
  });

  it('reach the host as they came, with characters cut in two and lines of megabytes', async () => {
    await withRun({}, async (run) => {
      const text = Buffer.concat([odd, Buffer.from('\n')]);
      const lines = Buffer.from('héllo 😀\n{"id":1}\r\nplain\n');
      run.send({ id: 'small', method: 'test/write', params: { base64: lines.toString('base64'), size: 1 } });
      await run.message({ id: 'small' });
      expect(run.output().includes(lines)).toBe(true);
      run.send({
        id: 'big',
        method: 'test/write',
        params: { base64: text.toString('base64'), size: 100_000 },
      });
      await run.message({ id: 'big' });
      expect(run.output().includes(text)).toBe(true);
    });
  });

  it('change in the list of servers of a session call alone', async () => {
    await withRun({}, async (run) => {
      await run.ask(0, 'initialize', {});
      const seen = (await run.received()).length;
      const before =
        '{ "id":1,"jsonrpc" : "2.0","params":{"cwd":"/tmp/é","mcpServers":[ ] , "_meta":{"a":1}},"method":"session\\/new"}\r\n';
      run.send(before);
      await run.message({ id: 1 });
      const after = (await run.received()).subarray(seen).toString();
      const added = /\[({.*?"headers":\[\]})/.exec(after)?.[1] ?? '';
      expect(JSON.parse(added)).toMatchObject({ type: 'http', name: 'witness' });
      expect(after.replace(added, '')).toBe(before);
    });
  });

  it('lose the ids that a host names for the relay, and nothing else when nothing is injected', async () => {
    await withRun({ inject: false }, async (run) => {
      const line = (meta: string): string =>
        `{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"mcpServers":[ ],"_meta":{${meta}}}}\n`;
      run.send(line('"witness/session_id":"s-9", "keep":1 ,"witness\\/task_id":"t-9"'));
      const expected = line('"keep":1');
      expect((await receivedBytes(run, expected.length)).toString()).toBe(expected);
    });
  });
});
