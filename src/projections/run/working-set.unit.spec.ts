import { describe, expect, it } from '@jest/globals';
import type { Position } from '@mcp-witness/event-log';
import { initialState } from '@mcp-witness/evidence';
import type { ProjectionStore } from '../store/projection-store.ts';
import type { AttemptRecord } from '../store/records.ts';
import { createWorkingSet, type WorkingSet } from './working-set.ts';

const store: ProjectionStore = {
  loadAttempts: () => Promise.resolve([]),
  loadSessions: () => Promise.resolve([]),
  commit: () => Promise.resolve('committed'),
};

const attempt = (id: string, position = '1'): AttemptRecord => ({
  tenant_id: 'default',
  attachment_attempt_id: id,
  session_id: 's',
  position: position as Position,
  state: initialState(),
});

const changedIds = (set: WorkingSet): string[] =>
  set.changed().attempts.map(({ attachment_attempt_id }) => attachment_attempt_id);

describe('a working set', () => {
  it('tells what was changed until it is handed over, and then only what comes after', () => {
    const set = createWorkingSet(store, { generation: 1 });
    set.putAttempt(attempt('a'));
    expect(changedIds(set)).toEqual(['a']);
    set.handedOver();
    expect(changedIds(set)).toEqual([]);
    set.putAttempt(attempt('b'));
    expect(changedIds(set)).toEqual(['b']);
  });

  it('holds every row that is not in the store yet, however many there are', () => {
    const set = createWorkingSet(store, { generation: 1 }, 1);
    set.putAttempt(attempt('a'));
    set.putAttempt(attempt('b'));
    set.handedOver();
    set.putAttempt(attempt('c'));
    set.putAttempt(attempt('b', '2'));
    set.putAttempt(attempt('d'));
    expect(set.attempt('default', 'a')).toBeDefined();
    set.written();
    for (const id of ['b', 'c', 'd']) expect(set.attempt('default', id)).toBeDefined();
    set.handedOver();
    set.written();
    expect(['b', 'c', 'd'].filter((id) => set.attempt('default', id) !== undefined)).toHaveLength(1);
  });
});
