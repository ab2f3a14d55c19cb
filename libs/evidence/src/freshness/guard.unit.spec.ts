import { describe, expect, it } from '@jest/globals';
import { isNewer, parseHistory, readHistory } from './guard.ts';

interface Shape {
  attempt?: unknown;
  started_at?: unknown;
  updated_at?: unknown;
  [member: string]: unknown;
}

const server = (status: string): object => ({ name: 'hub', status });

function history({
  attempt = 'A2',
  status = 'delivered',
  ...rest
}: Shape & { status?: string } = {}): object {
  const times = { started_at: '2026-11-30T10:59:00Z', ...rest };
  return {
    version: 1,
    session_id: 'S',
    current: { attachment_attempt_id: attempt, ...times, servers: [server(status)] },
    previous: [],
  };
}

describe('the guard of a history', () => {
  it('lets a history pass as it is, unknown members and null instants included', () => {
    const whole = { ...history({ updated_at: null, tools_listed_at: null, extra: { x: 1 } }), more: true };
    expect(parseHistory(whole)).toBe(whole);
    expect(parseHistory(history({ status: 'unknown' }))).not.toBeNull();
  });

  it('puts empty lists where there are none', () => {
    const { current, previous } = parseHistory({
      version: 1,
      current: { attachment_attempt_id: 'A', started_at: '2026-11-30T10:59:00Z', servers: null },
    }) ?? { current: null };
    expect([current?.servers, previous]).toEqual([[], []]);
  });

  it.each([
    ['', null],
    ['', []],
    ['/version', { ...history(), version: 2 }],
    ['/version', { ...history(), version: '1' }],
    ['/current', { version: 1 }],
    ['/current/attachment_attempt_id', history({ attempt: '' })],
    ['/current/attachment_attempt_id', history({ attempt: '  ' })],
    ['/current/started_at', history({ started_at: '2026-02-30T00:00:00Z' })],
    ['/current/started_at', history({ started_at: null })],
    ['/current/updated_at', history({ updated_at: 'tomorrow' })],
    ['/current/updated_at', history({ updated_at: 5 })],
    ['/current/tools_listed_at', history({ tools_listed_at: 'x' })],
    [
      '/current/servers',
      {
        version: 1,
        current: { attachment_attempt_id: 'A', started_at: '2026-11-30T10:59:00Z', servers: {} },
      },
    ],
    ['/current/servers/0/status', history({ status: 'online' })],
    ['/current/servers/0/status', history({ status: 'constructor' })],
    ['/previous/0/attachment_attempt_id', { ...history(), previous: [{}] }],
    ['/previous/1', { ...history(), previous: [(history() as { current: object }).current, 'x'] }],
  ])('refuses a bad one at %s', (pointer, json) => {
    expect(readHistory(json)).toEqual({ ok: false, pointer });
    expect(parseHistory(json)).toBeNull();
  });

  it.each([
    [{ name: '', status: 'active' }],
    [{ name: 'hub', status: 'active', tools_listed_at: 'x' }],
    ['hub'],
    [null],
  ])('refuses the whole for one bad server: %j', (bad) => {
    const json = history() as { current: { servers: unknown[] } };
    json.current.servers.push(bad);
    expect(parseHistory(json)).toBeNull();
  });
});

describe('isNewer', () => {
  const stored = history({ updated_at: '2026-11-30T11:00:05Z', status: 'active' });

  it('takes only what is strictly newer as an instant', () => {
    const incoming = [
      history({ updated_at: '2026-11-30T11:00:05Z' }),
      history({ updated_at: '2026-11-30T12:00:04.999+01:00' }),
      history({ updated_at: null }),
      history({ attempt: 'A3', updated_at: 'not a date', started_at: '2026-11-30T11:01:00Z' }),
      history({ attempt: 'A3', started_at: '2026-11-30T11:01:00Z', extra: { x: 1 } }),
      null,
      { version: 1, current: { attachment_attempt_id: '' } },
      history({ updated_at: '2026-11-30T11:00:05.000000001Z' }),
    ];
    expect(incoming.flatMap((json, index) => (isNewer(json, stored) ? [index] : []))).toEqual([4, 7]);
  });

  it('fills an empty place, and one whose own freshness is invalid', () => {
    for (const held of [null, undefined, {}, { current: {} }, history({ updated_at: 'x' }), 'text']) {
      expect(isNewer(history(), held)).toBe(true);
      expect(isNewer({ version: 1 }, held)).toBe(false);
    }
  });
});
