import { describe, expect, it } from '@jest/globals';
import { initialSession, type SessionStatus } from '@mcp-witness/evidence';
import { Position } from '@mcp-witness/event-log';
import { shardOf } from '../shard.ts';
import { clientKey, type SessionRecord } from '../store/records.ts';
import { totalsOf } from './totals.ts';

const gemini = { name: 'gemini', version: '1' };

const session = (
  id: string,
  over: Partial<Pick<SessionRecord, 'calls' | 'errors'>> & { readonly client?: SessionStatus['client'] } = {},
): SessionRecord => ({
  tenant_id: 'default',
  session_id: id,
  first_position: Position.start,
  position: Position.start,
  connected: false,
  connected_changed: Position.start,
  state: initialSession(),
  attempts: [],
  status: { client: over.client ?? null } as SessionStatus,
  history: null,
  calls: over.calls ?? 0,
  errors: over.errors ?? 0,
});

const entry = (id: string, client: string, counts: readonly [number, number, number]): object => ({
  tenant_id: 'default',
  shard: shardOf('default', id),
  client,
  sessions: counts[0],
  calls: counts[1],
  errors: counts[2],
});

describe('what sessions add to the totals of clients', () => {
  it('is one session with its calls when it is new', () => {
    const row = session('s', { client: gemini, calls: 3, errors: 1 });
    expect(totalsOf([{ row, stored: undefined }])).toEqual([entry('s', clientKey(gemini), [1, 3, 1])]);
  });

  it('is only what is new of one that was counted before, and nothing when nothing is', () => {
    const stored = session('s', { calls: 3 });
    expect(totalsOf([{ row: session('s', { calls: 5, errors: 1 }), stored }])).toEqual([
      entry('s', '', [0, 2, 1]),
    ]);
    expect(totalsOf([{ row: stored, stored }])).toEqual([]);
  });

  it('moves all of a session to another client when that tells its name', () => {
    const change = { row: session('s', { client: gemini, calls: 4 }), stored: session('s', { calls: 3 }) };
    expect(totalsOf([change])).toEqual([
      entry('s', '', [-1, -3, 0]),
      entry('s', clientKey(gemini), [1, 4, 0]),
    ]);
  });

  it('is nothing of a session that is not shown yet', () => {
    expect(totalsOf([{ row: { ...session('s', { calls: 2 }), status: null }, stored: undefined }])).toEqual(
      [],
    );
  });

  it('is summed by client and shard', () => {
    const changes = ['s', 's', 's'].map((id) => ({ row: session(id, { calls: 1 }), stored: undefined }));
    expect(totalsOf(changes)).toEqual([entry('s', '', [3, 3, 0])]);
  });
});
