import { describe, expect, it } from '@jest/globals';
import { createEffective } from '../src/effective/effective.ts';
import { createTestHandler } from '../src/endpoint-test/answer-test.ts';
import type { Fact } from '../src/journal/fact.ts';
import { createOutputHandler } from '../src/recent-output/answer-output.ts';
import { createRing } from '../src/recent-output/ring.ts';
import { createAttachments } from '../src/relay/attachments.ts';
import { createSessionIdentity } from '../src/relay/identity.ts';
import { plainPolicy } from './policy.ts';

const asking = { signal: new AbortController().signal, tell: () => undefined };
const of = { attachment_attempt_id: 'attempt', server_name: 'hub' };

function scene() {
  const recent = createRing();
  const effective = createEffective(recent);
  const noted: Fact[] = [];
  const operator = { note: (_attempt: string, facts: readonly Fact[]) => void noted.push(...facts) };
  const test = createTestHandler({ effective, testDoor: () => Promise.resolve(null), operator });
  const output = createOutputHandler({ effective, recent });
  const entry = { type: 'http', name: 'hub', url: 'http://127.0.0.1:9/', headers: [] } as const;
  const servers = new Map([['hub', { kind: 'entry', entry } as const]]);
  effective.put('attempt', { revision: null, directory: '/', environment: {}, servers }, [entry]);
  return { effective, noted, test, output };
}

describe('what an operator asks of an executor', () => {
  it('is done for a server that the attempt has, and for no other', async () => {
    const { test, output, noted } = scene();
    expect(await test(of, asking)).toMatchObject({ data: { reason_code: 'connection_refused' } });
    expect(noted.map(({ type, witness }) => [type, witness])).toEqual([['endpoint-tested', 'operator']]);
    expect(await output(of, asking)).toEqual({ data: { lines: [], omitted: 0 } });
    for (const other of [{ ...of, server_name: 'gone' }, { ...of, attachment_attempt_id: 'other' }, {}])
      expect(await test(other, asking)).toEqual({ code: 'not_effective' });
    expect(noted).toHaveLength(1);
  });

  it('is refused with its reason once the attempt was let go', async () => {
    const { effective, test, output, noted } = scene();
    effective.forget('attempt');
    expect(await test(of, asking)).toEqual({ code: 'not_effective' });
    expect(await output(of, asking)).toEqual({ code: 'execution_ended' });
    expect(noted).toEqual([]);
  });
});

/** The sessions of one agent, and what an operator is told of its output. */
function sessions() {
  const recent = createRing();
  const effective = createEffective(recent);
  const attempts: string[] = [];
  const output = createOutputHandler({ effective, recent });
  const relay = createAttachments({
    effective,
    onTrouble: () => undefined,
    identity: createSessionIdentity({ session: null, task: null }),
    keeper: {
      open: (attempt_id) => Promise.resolve(void attempts.push(attempt_id)),
      note: () => undefined,
      delivered: () => undefined,
    },
    builtIn: null,
    policy: plainPolicy,
    execution: { execution_id: 'e', host: 'h', agent: { id: null, pid: null } },
  });
  let id = 0;
  return {
    effective,
    recent,
    relay,
    open: async (mcpServers: readonly unknown[]): Promise<string> => {
      id += 1;
      const request = { jsonrpc: '2.0', id, method: 'session/new', params: { cwd: '/', mcpServers } };
      await relay.request(Buffer.from(JSON.stringify(request)));
      return attempts.at(-1) ?? '';
    },
    told: async (attachment_attempt_id: string): Promise<readonly string[]> => {
      const answer = await output({ attachment_attempt_id }, asking);
      return (answer as { data: { lines: { text: string }[] } }).data.lines.map(({ text }) => text);
    },
  };
}

const server = (name: string, secret: string) => ({
  name,
  command: 'serve',
  args: [],
  env: [{ name: 'A', value: secret }],
});

describe('the recent output that an operator is told', () => {
  it('holds no secret of a session that was let go, of a second server of one name, or of one without a name', async () => {
    const { effective, recent, open, told } = sessions();
    const first = await open([server('hub', 'walnut-of-the-first')]);
    const second = await open([
      server('hub', 'walnut-of-the-second'),
      server('hub', 'walnut-of-its-double'),
      server('', 'walnut-of-the-nameless'),
    ]);
    for (const whose of ['the-first', 'the-second', 'its-double', 'the-nameless'])
      recent.error(Buffer.from(`says walnut-of-${whose}\n`));
    effective.forget(first);
    const lines = await told(second);
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain('walnut');
  });

  it.each([
    ['a notification', false, (call: object) => [call]],
    ['one of several messages in a line', false, (call: object) => [[{ id: 'n', ...call }]]],
    ['a call that the agent refuses', false, (call: object) => [{ id: 'r', ...call }]],
    ['one that comes after the end of the agent', true, (call: object) => [{ id: 'l', ...call }]],
  ])('holds no secret of %s, which leaves no attempt', async (_call, isOver, linesOf) => {
    const { recent, relay, open, told } = sessions();
    const attempt = await open([]);
    if (isOver) relay.ended('exited', 0);
    const call = {
      method: 'session/new',
      params: { cwd: '/', mcpServers: [server('hub', 'walnut-of-none')] },
    };
    for (const line of linesOf(call)) await relay.request(Buffer.from(JSON.stringify(line)));
    relay.answer(Buffer.from('{"jsonrpc":"2.0","id":"r","error":{"code":-32603,"message":"no"}}\n'));
    recent.error(Buffer.from('says walnut-of-none\n'));
    expect((await told(attempt)).join()).toMatch(/^says /);
    expect((await told(attempt)).join()).not.toContain('walnut');
  });

  it('holds no secret of a session that was let go so long ago that nothing else of it is known', async () => {
    const { effective, recent, open, told } = sessions();
    const first = await open([server('hub', 'walnut-of-the-first')]);
    recent.error(Buffer.from('says walnut-of-the-first\nasks for walnut-of-the-first'));
    effective.forget(first);
    for (let n = 0; n < 1_000; n += 1) effective.met([server('hub', `one-of-many-${n}`)]);
    expect(JSON.stringify(effective.configurations)).not.toContain('walnut');
    const lines = await told(await open([]));
    // The line that is not at its end may end within a secret.
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['says']);
    expect(lines.join()).not.toContain('walnut');
  });

  it('holds no part of a secret that stands where a line is cut', async () => {
    const { recent, open, told } = sessions();
    const attempt = await open([server('hub', 'walnut-that-stands-across')]);
    const line = `${'x '.repeat(2_044)}walnut-that-stands-across and more\n`;
    recent.error(Buffer.from(line));
    recent.noise(Buffer.from(line));
    recent.error(Buffer.from(line.trimEnd()));
    const lines = await told(attempt);
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('walnut');
    for (const one of lines) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(4_096);
  });
});
