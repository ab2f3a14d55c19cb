import { describe, expect, it, jest } from '@jest/globals';
import { createStatusStore } from './status-store.ts';

const digest = 'd'.repeat(64);

const history = (updated_at: string | null, status = 'delivered', over: object = {}): object => ({
  version: 1,
  session_id: 'S',
  current: {
    attachment_attempt_id: 'A',
    started_at: '2026-11-30T10:00:00Z',
    updated_at,
    servers: [{ name: 'hub', status, tool_catalog_digest: digest, ...over }],
  },
});

const statusOf = (store: ReturnType<typeof createStatusStore>, session = 'S'): string | undefined =>
  store.read(session)?.current.servers[0]?.status;

const early = '2026-11-30T11:00:00.000001Z';
const late = '2026-11-30T11:00:00.000002Z';

describe('the store of reports', () => {
  it('fills an empty place, then takes only what is strictly newer', () => {
    const store = createStatusStore();
    expect(store.offer('S', history(null))).toBe('taken');
    expect(store.offer('S', history(late, 'active'))).toBe('taken');
    expect(store.offer('S', history(late, 'failed'))).toBe('kept');
    expect(store.offer('S', history(early, 'failed'))).toBe('kept');
    expect(statusOf(store)).toBe('active');
  });

  it('clears nothing for what the guard refuses, nor for what names another session', () => {
    const store = createStatusStore();
    store.offer('S', history(early, 'active'));
    const bad = [undefined, null, {}, { ...history(late), version: 2 }, history(late, 'online')];
    const others = [...bad, { ...history(late), session_id: 'T' }];
    expect(others.map((incoming) => store.offer('S', incoming))).toEqual(others.map(() => 'refused'));
    expect(statusOf(store)).toBe('active');
  });

  it("reads a task's list one session at a time, and touches none that brings nothing", () => {
    const store = createStatusStore();
    const sibling = jest.fn();
    store.offer('S', history(late, 'active'));
    store.offer('T', { ...history(early), session_id: 'T' });
    store.subscribe('S', sibling);
    store.offerSessions([
      { session_id: 'S', metadata: { mcp_attachment_state: history(early, 'failed') } },
      {
        session_id: 'T',
        metadata: { mcp_attachment_state: { ...history(late, 'connected'), session_id: 'T' } },
      },
      { session_id: 'U', metadata: {} },
      { session_id: 'V' },
    ]);
    expect([statusOf(store), statusOf(store, 'T'), store.read('U'), store.read('V')]).toEqual([
      'active',
      'connected',
      null,
      null,
    ]);
    expect(sibling).not.toHaveBeenCalled();
  });

  it('keeps the tools of a digest through reports that leave them out', () => {
    const store = createStatusStore();
    store.offer('S', history(early, 'active', { tools: [{ name: 'look' }] }));
    store.offer('S', history(late, 'active'));
    expect(store.read('S')?.current.servers[0]?.tools).toEqual([{ name: 'look' }]);
    expect(store.missingTools('S')).toEqual([]);
  });

  it('learns tools from a report that is no newer, and from an answer', () => {
    const store = createStatusStore();
    const changed = jest.fn();
    store.offer('S', history(late, 'active'));
    store.subscribe('S', changed);
    expect(store.missingTools('S')).toEqual([{ name: 'hub', digest }]);
    expect(store.offer('S', history(late, 'failed', { tools: [{ name: 'look' }] }))).toBe('kept');
    expect(store.read('S')?.current.servers[0]).toMatchObject({
      status: 'active',
      tools: [{ name: 'look' }],
    });
    store.holdTools('S', 'another', []);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('gives a page every member, whatever the guard let pass', () => {
    const store = createStatusStore();
    store.offer('S', history(early, 'unknown', { connections: 'none', tools: 7, tool_call_count: '3' }));
    const current = store.read('S')!.current;
    expect(current).toMatchObject({ evidence: [], findings: [], evidence_lost: { count: 0, gaps: 0 } });
    expect(current.servers[0]).toMatchObject({
      connections: [],
      tools: null,
      tool_call_count: 0,
      source: null,
    });
  });

  it('tells those who listen to a session, and nobody else, until they stop', () => {
    const store = createStatusStore();
    const [mine, other] = [jest.fn(), jest.fn()];
    const stop = store.subscribe('S', mine);
    store.subscribe('T', other);
    store.offer('S', history(early));
    stop();
    store.offer('S', history(late));
    store.forget('S');
    expect([mine.mock.calls.length, other.mock.calls.length, store.read('S')]).toEqual([1, 0, null]);
  });
});
