import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { seen } from './fact.ts';
import { createJournal } from './journal.ts';

describe('the journal', () => {
  it('opens an attempt when its events are kept on disk, and waits for nothing else', async () => {
    const kept: { readonly types: readonly string[]; readonly durable: boolean }[] = [];
    let onDisk = (): void => undefined;
    const journal = createJournal({
      executor_id: 'e',
      onEvent: () => undefined,
      spool: {
        keep(events: readonly EvidenceEvent[], durable: boolean) {
          kept.push({ types: events.map(({ type }) => type), durable });
          return new Promise((resolve) => (onDisk = resolve));
        },
      },
    });
    const order: string[] = [];
    const started = seen('attempt-started', { session_id: 's', entry: 'session/new' });
    const opened = journal.relay.open('a', [started], []).then(() => order.push('opened'));
    await Promise.resolve();
    order.push('on disk');
    onDisk();
    await opened;
    expect(order).toEqual(['on disk', 'opened']);
    journal.relay.note('a', [seen('session-accepted', { acp_session_id: null })]);
    expect(kept).toEqual([
      { types: ['attempt-started'], durable: true },
      { types: ['session-accepted'], durable: false },
    ]);
  });

  it('tells of an attempt that it has let go only that its execution ended', () => {
    const told: string[] = [];
    const journal = createJournal({
      executor_id: 'e',
      onEvent: ({ type, producer }) => told.push(`${type} ${producer.id} ${producer.sequence}`),
      spool: { keep: () => Promise.resolve() },
    });
    void journal.relay.open('a', [seen('session-accepted', { acp_session_id: null })], []);
    journal.forget('a');
    journal.endpoint.note('a', [seen('tools-changed', { server_name: 'files' })]);
    journal.relay.note('a', [seen('execution-ended', { reason_code: 'exited' })]);
    expect(told).toEqual(['session-accepted e/relay 1', 'execution-ended e/relay 2']);
  });

  it('tells what a front saw before a delivery before it, also where the front has yet to tell', async () => {
    const told: string[] = [];
    const journal = createJournal({
      executor_id: 'e',
      onEvent: ({ type, producer: { sequence } }) => told.push(`${type} ${sequence}`),
      spool: { keep: () => Promise.resolve() },
    });
    const untold = [seen('tools-changed', { server_name: 'files' })];
    journal.front.first(() => {
      for (const fact of untold.splice(0)) journal.front.note('a', [fact]);
    });
    await journal.relay.open('a', [], []);
    const fact = seen('server-delivered', { server_name: 'files', channel: 'acp', transport: 'http' });
    journal.relay.delivered('a', [{ fact, carrier: 'front' }]);
    expect(told).toEqual(['tools-changed 1', 'server-delivered 2']);
  });
});
