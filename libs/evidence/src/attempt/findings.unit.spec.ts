import { describe, expect, it } from '@jest/globals';
import type { CatalogTool, EvidenceEvent } from '../events/events.ts';
import type { Source } from '../events/vocabulary.ts';
import type { History } from '../report/report.ts';
import { digestsOfChanges, nameChanges } from '../session/changed-names.ts';
import { reportOf } from '../testing/given.ts';
import { producerOf, timeAt, uuidAt } from '../testing/producer.ts';
import { eventsOf } from '../testing/server-events.ts';
import { testSession } from '../testing/session.ts';

const codesOf = (events: readonly EvidenceEvent[]): readonly string[] =>
  reportOf(events).findings.map(({ code }) => code);

const tested = (tool_count: number, succeeded = true): EvidenceEvent =>
  producerOf('operator', { witness: 'operator' }).saw('endpoint-tested', {
    server_name: 'hub',
    reachable: true,
    succeeded,
    warnings: [],
    duration_ms: 10,
    budget_ms: 20_000,
    tool_count,
  });

describe('what witnesses disagree on', () => {
  it('is told of a server whose test found tools, while the agent listed none', () => {
    const hub = eventsOf('hub');
    const sent = [hub.resolved(), hub.delivered()];
    expect(codesOf([...sent, tested(3)])).toEqual(['tested_not_listed']);
    expect(codesOf([tested(3), ...sent])).toEqual(['tested_not_listed']);
    expect(codesOf([...sent, tested(0)])).toEqual([]);
    expect(codesOf([...sent, tested(3, false)])).toEqual([]);
    expect(codesOf([...sent, tested(3), hub.acceptedModern(), hub.listed(3)])).toEqual([]);
  });

  it('is told of a list that was left in the middle, until it is whole', () => {
    const producer = producerOf('front');
    const hub = eventsOf('hub', producer);
    const half = [hub.resolved(), hub.delivered(), hub.accepted('c1'), hub.listed(50, 'c1', false)];
    const goesOn = [
      hub.called('c1'),
      hub.closed('c1'),
      producer.saw('attempt-superseded', { by: uuidAt(1_000) }),
      producer.saw('execution-ended', { reason_code: 'exited' }),
    ];
    for (const next of goesOn) expect(codesOf([...half, next])).toEqual(['listing_incomplete']);
    expect(codesOf([...half, hub.listed(51, 'c1')])).toEqual([]);
  });

  it('is not told of a list while the agent may still ask for its next page', () => {
    const hub = eventsOf('hub');
    const walk = [hub.resolved(), hub.delivered(), hub.accepted('c1'), hub.called('c1')];
    expect(codesOf([...walk, hub.listed(50, 'c1', false)])).toEqual([]);
    expect(codesOf([...walk, hub.listed(50, 'c1', false), hub.listed(100, 'c1', false)])).toEqual([]);
    expect(codesOf([...walk, hub.listed(50, null, false)])).toEqual([]);
  });

  it('is told of a server that was used and that nobody said was sent', () => {
    const hub = eventsOf('hub');
    const used = [hub.resolved('profile'), hub.acceptedModern(), hub.called()];
    expect(codesOf(used)).toEqual(['used_not_delivered']);
    expect(codesOf([...used, eventsOf('hub', producerOf('relay')).delivered()])).toEqual([]);
    const own = eventsOf('own', producerOf('observer'));
    expect(codesOf([own.resolved('observed'), own.acceptedModern(), own.called()])).toEqual([]);
  });

  it('is told of a server that failed and works', () => {
    const hub = eventsOf('hub');
    const failed = [hub.resolved(), hub.delivered(), hub.failed('timeout')];
    expect(codesOf(failed)).toEqual([]);
    expect(codesOf([...failed, hub.accepted('c1')])).toEqual(['recovered']);
  });

  it('is told of a list of tools that is another than in the attempt before, with both counts', () => {
    const [before, now] = [uuidAt(0), uuidAt(1_000)];
    const session = testSession();
    const attempt = (id: string, from: number, digest: string, tool_count: number): void => {
      const producer = producerOf('endpoint', { attempt: id, from });
      const hub = eventsOf('hub', producer);
      session.claim({ id, producer: 'endpoint', at: timeAt(from) });
      session.record(hub.resolved(), hub.delivered(), hub.acceptedModern());
      const listed = { server_name: 'hub', tool_count, pages: 1, complete: true };
      session.record(producer.saw('tools-listed', { ...listed, catalog_digest: digest.repeat(64) }));
    };
    attempt(before, 0, 'a', 12);
    attempt(now, 100, 'b', 10);
    const { current, previous } = session.history();
    expect(current.findings).toMatchObject([{ code: 'catalog_changed', server_name: 'hub' }]);
    expect(current.findings[0]?.summary).toContain('Tools then 12, now 10.');
    expect(previous[0]?.findings).toEqual([]);
    attempt(uuidAt(2_000), 200, 'b', 10);
    expect(session.history().current.findings).toEqual([]);
  });

  const toolNamed = (name: string, description = ''): CatalogTool => ({ name, description });
  const then = ['kept', 'other', 'gone'].map((name) => toolNamed(name));
  const now = [toolNamed('kept'), toolNamed('other', 'says more'), toolNamed('new')];
  const names = ' New: new. Gone: gone. Changed: other.';

  /** A session whose server has these tools in its first attempt, and those in its second. */
  function changed(tools: readonly (readonly CatalogTool[])[], source: Source, held: boolean): History {
    const session = testSession();
    for (const [index, list] of tools.entries()) {
      const id = uuidAt(index * 1_000);
      const producer = producerOf('endpoint', { attempt: id, from: index * 100 });
      session.claim({ id, producer: 'endpoint', at: timeAt(index * 100) });
      const catalog_digest = String(index).repeat(64);
      const counts = { server_name: 'hub', tool_count: list.length, pages: 1, complete: true };
      session.record(
        eventsOf('hub', producer).resolved(source),
        producer.saw('tools-listed', { ...counts, catalog_digest, tools: held ? list : null }),
      );
    }
    return session.history();
  }
  const summaryOf = ({ current }: History): string => current.findings.at(-1)?.summary ?? '';

  it('is told by name of a list that changed, of our own server or one that reports itself, where both are held', () => {
    expect(summaryOf(changed([then, now], 'built_in', true))).toContain(`now 3.${names}`);
    expect(summaryOf(changed([then, now], 'observed', true))).toContain(names);
    expect(summaryOf(changed([then, now], 'profile', true))).toMatch(/now 3\.$/);
    expect(summaryOf(changed([then, now], 'built_in', false))).toMatch(/now 3\.$/);
  });

  it('is told by name also by who holds the lists apart, by their digests', () => {
    const history = changed([then, now], 'built_in', false);
    expect(digestsOfChanges(history)).toEqual(['0'.repeat(64), '1'.repeat(64)]);
    const held = new Map([
      ['0'.repeat(64), then],
      ['1'.repeat(64), now],
    ]);
    expect(summaryOf(nameChanges(history, (digest) => held.get(digest) ?? null))).toContain(`now 3.${names}`);
    held.delete('0'.repeat(64));
    expect(nameChanges(history, (digest) => held.get(digest) ?? null)).toEqual(history);
  });

  it('names a few of many, within what a summary may have, and none where lists are cut', () => {
    const many = (count: number, letter: string): CatalogTool[] =>
      Array.from({ length: count }, (_, at) => toolNamed(`${letter.repeat(60)} ${at}`));
    const summary = summaryOf(changed([many(100, 'a'), many(100, 'é')], 'built_in', true));
    expect(summary).toContain('Tools then 100, now 100. New: é');
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(256);
    expect(summaryOf(changed([many(9, 'a'), []], 'built_in', true))).toContain(' Gone: a');
    expect(summaryOf(changed([many(128, 'a'), many(2, 'b')], 'built_in', true))).toMatch(/now 2\.$/);
  });
});
