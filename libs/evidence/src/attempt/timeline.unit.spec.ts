import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '../index.ts';
import { reportOf, rowOf } from '../testing/given.ts';
import { producerOf, timeAt } from '../testing/producer.ts';
import { eventsOf } from '../testing/server-events.ts';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('the timeline', () => {
  it('folds repeated calls into one entry with a count', () => {
    const hub = eventsOf('hub');
    const report = reportOf([hub.accepted('c1'), ...many(500, () => hub.called('c1'))]);
    expect(report.evidence.map(({ kind, count }) => [kind, count])).toEqual([
      ['protocol-accepted', 1],
      ['tool-called', 500],
    ]);
    expect(report.evidence_omitted).toBe(0);
  });

  it('keeps the first of each kind per server when repeats crowd it, and counts the rest', () => {
    const producer = producerOf('a');
    const hub = eventsOf('hub', producer);
    const repeats = many(100, () => hub.refused('auth_required'));
    const report = reportOf([
      ...repeats,
      hub.accepted('c1'),
      hub.listed(1, 'c1'),
      eventsOf('files', producer).refused('forbidden'),
    ]);
    expect(report.evidence).toHaveLength(64);
    expect(report.evidence[0]).toMatchObject({ kind: 'protocol-refused', occurred_at: timeAt(1) });
    expect(report.evidence.slice(-3).map(({ kind, server_name }) => [kind, server_name])).toEqual([
      ['protocol-accepted', 'hub'],
      ['tools-listed', 'hub'],
      ['protocol-refused', 'files'],
    ]);
    expect(report.evidence_omitted).toBe(103 - 64);
  });

  it('keeps what came first when there are more firsts than room, and the times of the rows stand', () => {
    const producer = producerOf('a');
    const report = reportOf(many(100, (index): EvidenceEvent => eventsOf(`s${index}`, producer).delivered()));
    expect(report.evidence.map(({ server_name }) => server_name)).toEqual(many(64, (index) => `s${index}`));
    expect(report.evidence_omitted).toBe(36);
    expect(rowOf(report, 's99').delivered_at).toBe(timeAt(100));
  });

  it('marks what a clock more than five minutes off has seen', () => {
    const relay = producerOf('relay');
    const at = (seconds: number): EvidenceEvent => relay.saw('session-accepted', {}, { at: timeAt(seconds) });
    const report = reportOf([at(301), at(303), at(-297), at(-298)]);
    expect(report.evidence.map(({ clock_skew }) => clock_skew)).toEqual([false, true, false, true]);
  });

  it('says who saw what, when, why and over which connection', () => {
    const front = producerOf('front', { witness: 'front' });
    const report = reportOf([eventsOf('hub', front).failed('timeout', 'c1')]);
    expect(report.evidence[0]).toEqual({
      kind: 'attachment-failed',
      server_name: 'hub',
      occurred_at: timeAt(1),
      recorded_at: '2026-11-30T11:00:01.000000Z',
      witness: 'front',
      reason_code: 'timeout',
      summary: 'It did not work.',
      connection_id: 'c1',
      count: 1,
      clock_skew: false,
    });
  });
});

describe('lost evidence', () => {
  const seen = (...sequences: readonly number[]): EvidenceEvent[] => {
    const relay = producerOf('relay');
    return sequences.map((sequence) => relay.saw('session-accepted', {}, { sequence, at: timeAt(1) }));
  };

  it('is counted by the numbers missing of each producer, until they arrive', () => {
    expect(reportOf(seen(1, 2, 3)).evidence_lost.gaps).toBe(0);
    expect(reportOf(seen(3)).evidence_lost.gaps).toBe(2);
    expect(reportOf(seen(1, 5)).evidence_lost.gaps).toBe(3);
    expect(reportOf(seen(1, 5, 3)).evidence_lost.gaps).toBe(2);
    expect(reportOf(seen(1, 5, 3, 2, 4)).evidence_lost.gaps).toBe(0);
    expect(
      reportOf([...seen(2), producerOf('other').saw('session-accepted', {}, { sequence: 3 })]).evidence_lost
        .gaps,
    ).toBe(3);
  });

  it('counts what producers dropped themselves', () => {
    const relay = producerOf('relay');
    const lost = (count: number): EvidenceEvent =>
      relay.saw('evidence-lost', { count, reason_code: 'spool_full' });
    expect(reportOf([lost(3), lost(4)]).evidence_lost).toEqual({ count: 7, gaps: 0 });
  });

  it('stays a number that counts, whatever the numbers sent', () => {
    const huge = Number.MAX_SAFE_INTEGER;
    const scattered = many(200, (index) => (index + 1) * 10);
    expect(reportOf(seen(huge)).evidence_lost.gaps).toBe(huge - 1);
    expect(reportOf(seen(...scattered)).evidence_lost.gaps).toBe(2000 - 200);
  });
});
