import { describe, expect, it } from '@jest/globals';
import type { CatalogTool, EvidenceEvent, Server, Source } from '../index.ts';
import { reportOf, rowOf } from '../testing/given.ts';
import { producerOf } from '../testing/producer.ts';
import { eventsOf } from '../testing/server-events.ts';

const rowAfter = (...events: readonly EvidenceEvent[]): Server => rowOf(reportOf(events), 'hub');

const withTools = (names: readonly string[], source: Source = 'built_in'): Server => {
  const producer = producerOf('a');
  const tools: CatalogTool[] = names.map((name) => ({ name }));
  const listed = { server_name: 'hub', tool_count: names.length, pages: 1, complete: true, tools };
  return rowAfter(eventsOf('hub', producer).resolved(source), producer.saw('tools-listed', listed));
};

describe('the tools of a server', () => {
  it('are unknown until listed', () => {
    expect(rowAfter(eventsOf('hub').accepted('c1'))).toMatchObject({
      tool_count: null,
      tools_list_complete: null,
      tools_listed_at: null,
    });
    expect(rowAfter(eventsOf('hub').listed(0, 'c1'))).toMatchObject({ tool_count: 0, status: 'active' });
  });

  it('are counted over the pages of one walk, complete with the last', () => {
    const hub = eventsOf('hub');
    const pages = [hub.listed(50, 'c1', false), hub.listed(100, 'c1', false), hub.listed(101, 'c1', true)];
    expect(rowAfter(...pages)).toMatchObject({ tool_count: 101, tools_list_complete: true });
    expect(rowAfter(pages[0]!)).toMatchObject({
      tool_count: 50,
      tools_list_complete: false,
      status: 'active',
    });
  });

  it('of a complete walk are not replaced by a walk that is not, on another connection or the same', () => {
    const hub = eventsOf('hub');
    const events = [hub.listed(101, 'c1', true), hub.listed(50, 'c2', false), hub.listed(50, 'c1', false)];
    expect(rowAfter(...events)).toMatchObject({ tool_count: 101, tools_list_complete: true });
    expect(rowAfter(...events, hub.listed(7, 'c2'))).toMatchObject({ tool_count: 7 });
  });

  it('of a complete walk are not replaced by another producer’s partial one, whichever came first', () => {
    const complete = eventsOf('hub', producerOf('a')).listed(101, null, true);
    const partial = eventsOf('hub', producerOf('b')).listed(50, null, false);
    expect(rowAfter(complete, partial).tool_count).toBe(101);
    expect(rowAfter(partial, complete).tool_count).toBe(101);
  });

  it('are stale after a change, keep count and status, and any newer walk replaces them', () => {
    const hub = eventsOf('hub');
    const changed = [hub.listed(3, 'c1'), hub.changed()];
    expect(rowAfter(...changed)).toMatchObject({ tool_count: 3, tools_stale: true, status: 'active' });
    expect(rowAfter(...changed, hub.listed(1, 'c1', false))).toMatchObject({
      tool_count: 1,
      tools_list_complete: false,
    });
    expect(rowAfter(...changed, hub.listed(2, 'c1'))).toMatchObject({ tool_count: 2, tools_stale: false });
  });

  it('are taken in their producer’s order when a page arrives late', () => {
    const hub = eventsOf('hub');
    const [first, second] = [hub.listed(50, 'c1', false), hub.listed(100, 'c1', false)];
    expect(rowAfter(second, first).tool_count).toBe(100);
  });

  it('are shown by name in code unit order, 128 at most, and their count stands', () => {
    const names = Array.from({ length: 130 }, (_, index) => `t${String(129 - index).padStart(3, '0')}`);
    const row = withTools([...names, 'Z', 'é']);
    expect(row.tools?.length).toBe(128);
    expect(row.tools?.slice(0, 2).map(({ name }) => name)).toEqual(['Z', 't000']);
    expect(row).toMatchObject({ tool_count: 132, tool_catalog_truncated: true });
  });

  it('of third-party servers are counted and not shown', () => {
    expect(withTools(['search'], 'profile')).toMatchObject({ tool_count: 1, tools: null });
    expect(withTools(['search'], 'observed')).toMatchObject({ tool_count: 1, tools: [{ name: 'search' }] });
  });

  it('of two servers stay apart', () => {
    const producer = producerOf('a');
    const [a, b] = [eventsOf('hub-a', producer), eventsOf('hub-b', producer)];
    const report = reportOf([a.listed(2), b.listed(1), b.called()]);
    expect(rowOf(report, 'hub-a')).toMatchObject({ evidence: 'tools_loaded', tool_count: 2 });
    expect(rowOf(report, 'hub-b')).toMatchObject({ evidence: 'used', tool_count: 1 });
  });

  it('that were walked in a loop leave a finding', () => {
    const producer = producerOf('a');
    const looped = producer.saw('tools-listed', {
      server_name: 'hub',
      tool_count: 4,
      pages: 2,
      complete: false,
      warnings: ['pagination_loop'],
    });
    const report = reportOf([eventsOf('hub', producer).resolved(), looped]);
    expect(report.findings.map(({ code, server_name }) => [code, server_name])).toEqual([
      ['pagination_loop', 'hub'],
    ]);
  });
});
