import { PassThrough } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { readProfile } from '../src/profile/validate.ts';
import { createAsides } from '../src/relay/asides.ts';
import { type Message, ofType, type Run, until, withRun } from './run.ts';

const mebibyte = 1024 * 1024;
const server = (name: string): Message => ({ name, command: 'node', args: [], env: [] });

async function denying(use: (run: Run) => Promise<void>): Promise<void> {
  const rules = [{ match: 'secret-*', deny: true }];
  const reading = readProfile({ version: 1, rules, built_in_tools: false });
  if (!reading.ok) throw new Error('no profile');
  await withRun({ profile: reading.profile }, use);
}

/** More than the runner allows: a hundred MiB and more go through pipes and a file, however busy the machine is. */
jest.setTimeout(180_000);

/** What stands before and behind the part that makes a line long. */
const ends = {
  idFirst: (id: unknown): readonly [string, string] => [
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"session/new","params":{"cwd":"`,
    `","mcpServers":${JSON.stringify([server('secret-files'), server('open')])}}}\n`,
  ],
  idLast: (id: unknown): readonly [string, string] => [
    '{"jsonrpc":"2.0","method":"session/new","params":{"cwd":"',
    `","mcpServers":${JSON.stringify([server('secret-files')])}},"id":${JSON.stringify(id)}}\n`,
  ],
};

function sized([before, behind]: readonly [string, string], mebibytes: number): Buffer {
  return Buffer.concat([Buffer.from(before), Buffer.alloc(mebibytes * mebibyte, 'x'), Buffer.from(behind)]);
}

describe('a very long line of the host', () => {
  it('has its denied servers taken out like any other', async () => {
    await denying(async (run) => {
      run.send(sized(ends.idFirst(1), 17));
      expect(await run.message({ id: 1 })).toHaveProperty('result');
      const received = (await run.received()).toString();
      expect(received).toContain('"open"');
      expect(received).not.toContain('secret-files');
    });
  });

  it('too long to look for them is refused in words and goes nowhere; the next one does', async () => {
    await denying(async (run) => {
      run.send(sized(ends.idFirst(0), 65));
      expect(await run.message({ id: 0 })).toMatchObject({
        error: { code: -32600, message: expect.stringContaining('longer than 64 MiB') },
      });
      run.send(sized(ends.idLast('last'), 65));
      expect(await run.message({ id: 'last' })).toHaveProperty('error');
      await run.ask(2, 'session/new', { mcpServers: [server('open')] });
      const received = (await run.received()).toString();
      expect(received).not.toContain('xxxx');
      expect(received.split('\n')).toHaveLength(2);
    });
  });

  it('goes on unread where nothing is denied, and a person is told once', async () => {
    await withRun({}, async (run) => {
      const lines = [1, 2].map((id) => sized(ends.idFirst(id), 17));
      for (const [at, line] of lines.entries()) {
        run.send(line);
        expect(await run.message({ id: at + 1 })).toHaveProperty('result');
      }
      expect((await run.received()).equals(Buffer.concat(lines))).toBe(true);
      expect(run.troubles.filter((line) => line.includes('unread'))).toHaveLength(1);
    });
  });
});

/** What is told of a session call that the agent answers by this line, 17 MiB long. */
async function toldOfAnswer(before: string, behind: string): Promise<readonly EvidenceEvent[]> {
  const line = [before, behind].map((text) => JSON.stringify(text));
  const answer = `process.stdin.once('data', () =>
    process.stdout.write(${line[0]} + 'x'.repeat(${17 * mebibyte}) + ${line[1]} + '\\n'));
    process.stdin.resume();`;
  let events: readonly EvidenceEvent[] = [];
  await withRun({ command: [process.execPath, '-e', answer] }, async (run) => {
    run.send({ id: 1, method: 'session/new', params: { mcpServers: [] } });
    await until('the line', () => run.output().at(-1) === 0x0a || undefined);
    run.endInput();
    await run.exit;
    events = [...run.service.events];
  });
  expect(events.map(({ type }) => type)).toContain('server-delivered');
  expect(events.at(-1)?.type).toBe('execution-ended');
  return events;
}

describe('a very long line of the agent', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":{"sessionId":"S","padding":"', '"}}'],
    ['{"jsonrpc":"2.0","id":1,"result":{"padding":"', '","sessionId":"S"}}'],
    ['{"result":{"padding":"', '","sessionId":"S"},"id":1}'],
  ])('is an acceptance of the session call whose id it has: %s…%s', async (before, behind) => {
    const events = await toldOfAnswer(before, behind);
    expect(ofType(events, 'session-accepted').map(({ data }) => data)).toEqual([{ acp_session_id: 'S' }]);
    expect(ofType(events, 'attachment-failed')).toEqual([]);
  });

  it('is a refusal where it is an error', async () => {
    const events = await toldOfAnswer('{"id":1,"error":{"code":-32603,"message":"', '"}}');
    expect(ofType(events, 'attachment-failed').map(({ data }) => data.summary)).toEqual([
      'The agent refused session/new: it met an internal error (JSON-RPC error -32603).',
    ]);
  });

  it('is no answer where it has a method, and the call was never answered', async () => {
    const events = await toldOfAnswer('{"id":1,"method":"fs/write_text_file","params":{"content":"', '"}}');
    expect(ofType(events, 'attachment-failed').map(({ data }) => data.reason_code)).toEqual([
      'process_exited',
    ]);
  });

  it('may have been the answer where its ends do not say, so nothing says that there was none', async () => {
    const events = await toldOfAnswer('{"padding":"', '","result":{"sessionId":"S"}}');
    expect(ofType(events, 'session-accepted')).toEqual([]);
    expect(ofType(events, 'attachment-failed')).toEqual([]);
  });
});

describe('a line of our own to the host', () => {
  it('stands between lines of the agent, never within one', () => {
    const output = new PassThrough();
    const { say, around } = createAsides(output);
    const pass = (text: string): void => {
      for (const part of around(Buffer.from(text))) output.write(part);
    };
    say(Buffer.from('[1]\n'));
    pass('{"a"');
    say(Buffer.from('[2]\n'));
    say(Buffer.from('[3]\n'));
    pass(':"');
    pass('b"}\n{"c":1}\n{"d"');
    pass(':2}\n');
    say(Buffer.from('[4]\n'));
    expect(String(output.read())).toBe('[1]\n{"a":"b"}\n{"c":1}\n[2]\n[3]\n{"d":2}\n[4]\n');
  });
});
