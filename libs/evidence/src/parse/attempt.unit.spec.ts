import { describe, expect, it } from '@jest/globals';
import { parseAttempt } from './attempt.ts';
import { parseEvent } from './event.ts';

const ATTEMPT = '019e0000-0000-7000-8000-00000000fffe';

const server = (server_name: string): object => ({
  server_name,
  source: 'profile',
  transport: 'stdio',
  target: 'npx',
  observed: false,
});

const body = (overrides: object = {}): Record<string, unknown> => ({
  attachment_attempt_id: ATTEMPT,
  occurred_at: '2026-11-30T13:00:00+02:00',
  producer: { id: 'host', sequence: 4 },
  session_id: 's1',
  task_id: 't1',
  entry: 'session/new',
  servers: [server('hub'), server('files'), server('__proto__')],
  ...overrides,
});

describe('parseAttempt', () => {
  it('gives the start and then each server, with the next sequence numbers in order', () => {
    const parsed = parseAttempt(body());
    expect(
      parsed.ok &&
        parsed.events.map(({ type, producer, occurred_at }) => [type, producer.sequence, occurred_at]),
    ).toEqual([
      ['attempt-started', 4, '2026-11-30T11:00:00Z'],
      ['server-resolved', 5, '2026-11-30T11:00:00Z'],
      ['server-resolved', 6, '2026-11-30T11:00:00Z'],
      ['server-resolved', 7, '2026-11-30T11:00:00Z'],
    ]);
    expect(parsed.ok && parsed.events[0].data).toEqual({
      session_id: 's1',
      task_id: 't1',
      entry: 'session/new',
    });
    expect(parsed.ok && parsed.events[3]?.data).toEqual(server('__proto__'));
  });

  it('gives every event an id of its own, the same ones each time', () => {
    const parsed = parseAttempt(
      body({ servers: Array.from({ length: 256 }, (_, index) => server(`s${index}`)) }),
    );
    const ids = parsed.ok ? parsed.events.map(({ event_id }) => event_id) : [];
    expect(new Set(ids).size).toBe(257);
    expect(ids.slice(0, 3)).toEqual([
      ATTEMPT,
      ATTEMPT.replace('00000000fffe', 'ffffffff0fff'),
      ATTEMPT.replace('00000000fffe', 'ffffffff0000'),
    ]);
    expect(parsed).toEqual(
      parseAttempt(body({ servers: Array.from({ length: 256 }, (_, index) => server(`s${index}`)) })),
    );
  });

  it('gives no id that a producer mints by counting on from that of the attempt', () => {
    const parsed = parseAttempt(body());
    const ids = parsed.ok ? parsed.events.slice(1).map(({ event_id }) => event_id) : [];
    const counted = Array.from({ length: 5_000 }, (_, index) => {
      const tail = (Number.parseInt(ATTEMPT.slice(-12), 16) + index).toString(16).padStart(12, '0');
      return `${ATTEMPT.slice(0, -12)}${tail}`;
    });
    expect(counted).toContain(ATTEMPT);
    expect(ids.filter((id) => counted.includes(id))).toEqual([]);
  });

  it('gives events that are valid by themselves', () => {
    const parsed = parseAttempt(body());
    for (const event of parsed.ok ? parsed.events : [])
      expect(parseEvent(event)).toEqual({ ok: true, event });
  });

  it('takes an attempt that names no server', () => {
    expect(parseAttempt(body({ servers: undefined }))).toMatchObject({ ok: true, events: { length: 1 } });
  });

  it('refuses more than 256 servers', () => {
    expect(parseAttempt(body({ servers: Array(257).fill(server('x')) }))).toEqual({
      ok: false,
      faults: [{ pointer: '/servers', code: 'too_large' }],
    });
  });

  it('lists faults with their pointers', () => {
    const parsed = parseAttempt(
      body({ session_id: undefined, entry: 7, servers: [server('ok'), { ...server(''), observed: 'yes' }] }),
    );
    expect(parsed).toEqual({
      ok: false,
      faults: [
        { pointer: '/session_id', code: 'malformed' },
        { pointer: '/entry', code: 'malformed' },
        { pointer: '/servers/1/server_name', code: 'malformed' },
        { pointer: '/servers/1/observed', code: 'malformed' },
      ],
    });
  });

  it('refuses a sequence number that leaves none for its servers', () => {
    expect(parseAttempt(body({ producer: { id: 'host', sequence: Number.MAX_SAFE_INTEGER } })).ok).toBe(
      false,
    );
  });

  it.each([null, [], 'text', 7])('refuses %p', (json) => {
    expect(parseAttempt(json)).toEqual({ ok: false, faults: [{ pointer: '', code: 'malformed' }] });
  });
});
