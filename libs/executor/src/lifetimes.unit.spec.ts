import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { type Fact, seen } from './journal/fact.ts';
import { createProducer } from './journal/producer.ts';
import { createLifetimes } from './lifetimes.ts';

interface Told {
  readonly released: readonly string[];
  open(attempt: string, session: string, directory?: string): void;
  connect(attempt: string, connection: string): void;
  disconnect(attempt: string, connection: string): void;
  close(attempt: string): void;
  /** Over the modern protocol, which has no connections. */
  call(attempt: string): void;
}

function lifetimes(): Told {
  const released: string[] = [];
  const { take } = createLifetimes((attempt) => released.push(attempt));
  const producer = createProducer('test');
  const tell = (attempt: string, fact: Fact): void => {
    take(producer.event(attempt, fact) satisfies EvidenceEvent);
  };
  const server_name = 'notes';
  return {
    released,
    open(attempt, session_id, working_directory = 'here') {
      tell(attempt, seen('attempt-started', { session_id, entry: 'session/new', working_directory }));
    },
    connect(attempt, connection_id) {
      tell(
        attempt,
        seen('protocol-accepted', {
          server_name,
          era: 'legacy',
          protocol_version: '2025-06-18',
          connection_id,
          client: null,
        }),
      );
    },
    disconnect(attempt, connection_id) {
      tell(attempt, seen('connection-closed', { server_name, connection_id, reason_code: 'client_deleted' }));
    },
    call(attempt) {
      tell(attempt, seen('tools-changed', { server_name }));
    },
    close(attempt) {
      tell(attempt, seen('execution-ended', { reason_code: 'session_closed' }));
    },
  };
}

/** Attempts `<session>1` to `<session><count>`, each superseding the one before it. */
function reset(told: Told, session: string, count: number): void {
  for (let at = 1; at <= count; at += 1) told.open(`${session}${at}`, session);
}

describe('what is held for an attempt', () => {
  it('is let go at once when its session is closed, once, and nothing of another', () => {
    const told = lifetimes();
    told.open('a1', 'a', 'one');
    told.open('b1', 'b', 'two');
    told.close('a1');
    told.close('a1');
    expect(told.released).toEqual(['a1']);
  });

  it('waits for the last session of its directory, whose connections an agent may share', () => {
    const told = lifetimes();
    told.open('a1', 'a');
    told.open('b1', 'b');
    told.close('a1');
    expect(told.released).toEqual([]);
    told.close('b1');
    expect(told.released).toEqual(['a1', 'b1']);
  });

  it('stays for the newest that were superseded, and goes for the rest', () => {
    const told = lifetimes();
    reset(told, 's', 3000);
    expect(told.released).toHaveLength(3000 - 1 - 32);
    expect(told.released[0]).toBe('s1');
    expect(told.released).not.toContain('s3000');
  });

  it('stays while one of its connections is open, and goes after the last one closed', () => {
    const told = lifetimes();
    told.open('s1', 's');
    told.connect('s1', 'c1');
    told.connect('s1', 'c2');
    reset(told, 't', 60);
    told.open('s2', 's');
    reset(told, 'u', 60);
    expect(told.released).not.toContain('s1');
    told.disconnect('s1', 'c1');
    reset(told, 'v', 60);
    expect(told.released).not.toContain('s1');
    told.disconnect('s1', 'c2');
    reset(told, 'w', 60);
    expect(told.released).toContain('s1');
  });

  it('stays for as long as it is used, though nothing is open, and goes for those used before it', () => {
    const told = lifetimes();
    told.open('s1', 's');
    told.open('s2', 's');
    for (let at = 3; at <= 100; at += 1) {
      told.open(`s${at}`, 's');
      told.call('s1');
    }
    expect(told.released).toHaveLength(100 - 1 - 32);
    expect(told.released).not.toContain('s1');
    expect(told.released).toContain('s2');
  });

  it('is bounded also where no client ever closes a connection: the longest unused goes', () => {
    const told = lifetimes();
    for (let at = 1; at <= 400; at += 1) {
      told.open(`s${at}`, 's');
      told.connect(`s${at}`, `c${at}`);
      told.connect('s1', 'again');
    }
    expect(told.released).toHaveLength(400 - 1 - 256);
    expect(told.released[0]).toBe('s2');
  });

  it('of a session that is open stays, however many there are', () => {
    const told = lifetimes();
    for (let at = 1; at <= 2000; at += 1) told.open(`a${at}`, `session ${at}`);
    expect(told.released).toEqual([]);
  });
});
