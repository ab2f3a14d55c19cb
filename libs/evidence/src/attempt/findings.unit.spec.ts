import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '../events/events.ts';
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
    const hub = eventsOf('hub');
    const half = [hub.resolved(), hub.delivered(), hub.accepted('c1'), hub.listed(50, 'c1', false)];
    expect(codesOf(half)).toEqual(['listing_incomplete']);
    expect(codesOf([...half, hub.listed(51, 'c1')])).toEqual([]);
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
});
