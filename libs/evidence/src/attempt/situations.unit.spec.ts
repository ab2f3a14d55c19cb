import { describe, expect, it } from '@jest/globals';
import {
  evolve,
  fold,
  initialState,
  parseEvent,
  toReport,
  type AttemptState,
  type EvidenceEvent,
} from '../index.ts';
import { oddNames, situations } from '../testing/fixtures/situations.ts';
import { reportOf, rowOf } from '../testing/given.ts';
import { producerOf } from '../testing/producer.ts';
import { record } from '../testing/record.ts';
import { eventsOf } from '../testing/server-events.ts';

/** As a service would take it: from text. */
function received(event: EvidenceEvent): EvidenceEvent {
  const parsed = parseEvent(JSON.parse(JSON.stringify(event)));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.event;
}

describe('a report of', () => {
  it.each(situations)('$title says what was seen, and no more', ({ events, rows, findings = [] }) => {
    const report = reportOf(events.map(received));
    for (const [name, row] of Object.entries(rows)) expect(rowOf(report, name)).toMatchObject(row);
    expect(report.servers).toHaveLength(Object.keys(rows).length);
    expect(report.findings.map(({ code }) => code)).toEqual(findings);
    expect(report.accepted_at).not.toBeNull();
  });

  it('servers with odd names has a row for each, named as given, through text and back', () => {
    const producer = producerOf('relay');
    const events = oddNames.flatMap((name) => [
      eventsOf(name, producer).resolved(),
      eventsOf(name, producer).delivered(),
    ]);
    const state = record(events.map(received)).reduce(
      (before, event) => evolve(JSON.parse(JSON.stringify(before)) as AttemptState, event),
      initialState(),
    );
    const { servers } = toReport(state);
    expect(servers.map(({ name }) => name)).toEqual(oddNames);
    expect(new Set(servers.map(({ status }) => status))).toEqual(new Set(['delivered']));
    for (const missing of ['valueOf', 'prototype'])
      expect(servers.some(({ name }) => name === missing)).toBe(false);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('two sessions of one agent process keeps their servers apart', () => {
    const [one, two] = ['alpha', 'beta'].map((name, index) => {
      const attempt = `019e0000-0000-7000-8000-00000000000${index}`;
      return record([eventsOf(name, producerOf('relay', { attempt })).delivered()], {
        session: `session-${index}`,
      });
    });
    expect(fold(one!).servers.map(({ name }) => name)).toEqual(['alpha']);
    expect(fold(two!)).toMatchObject({ session_id: 'session-1', servers: [{ name: 'beta' }] });
  });

  it('a producer with a clock that jumps follows the log and that producer’s order, and marks the clock', () => {
    const producer = producerOf('front');
    const hub = eventsOf('hub', producer);
    const at = (event: EvidenceEvent, occurred_at: string): EvidenceEvent => ({ ...event, occurred_at });
    const report = reportOf(
      [
        at(hub.delivered(), '2026-11-30T13:00:00+02:00'),
        at(hub.accepted('c1'), '2026-11-30T12:30:00Z'),
        at(hub.listed(4, 'c1'), '2026-11-30T11:00:01.5Z'),
        at(hub.closed('c1'), '2026-11-30T11:00:00Z'),
      ].map(received),
    );
    expect(rowOf(report, 'hub')).toMatchObject({
      status: 'disconnected',
      evidence: 'tools_loaded',
      tool_count: 4,
      delivered_at: '2026-11-30T11:00:00Z',
    });
    expect(report.evidence.map(({ clock_skew }) => clock_skew)).toEqual([false, true, false, false]);
  });
});
