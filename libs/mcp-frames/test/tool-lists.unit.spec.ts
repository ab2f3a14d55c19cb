import { describe, expect, it } from '@jest/globals';
import { bench, modern, tool } from './support/bench.ts';

const range = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `tool-${String(from + index).padStart(4, '0')}`);

describe('pages of a list', () => {
  it('add up, each told with the count so far, complete with the last', () => {
    const { initialize, list, of, facts } = bench();
    initialize('c');
    list('c', range(0, 50), { next: 'p2' });
    list('c', range(50, 50), { cursor: 'p2', next: 'p3' });
    list('c', range(100, 1), { cursor: 'p3' });
    expect(
      of('tools-listed').map(({ tool_count, pages, complete }) => [tool_count, pages, complete]),
    ).toEqual([
      [50, 1, false],
      [100, 2, false],
      [101, 3, true],
    ]);
    const last = facts.at(-1);
    expect(last?.type === 'tools-listed' && last.served).toEqual(range(0, 101).map(tool));
  });

  it('that a client leaves unread leave the list incomplete', () => {
    const { initialize, list, of } = bench();
    initialize('c');
    list('c', range(0, 50), { next: 'p2' });
    expect(of('tools-listed')).toMatchObject([{ tool_count: 50, pages: 1, complete: false }]);
  });

  it('are counted for each connection by itself', () => {
    const { initialize, list, of } = bench();
    initialize('one');
    list('one', range(0, 50), { next: 'p2' });
    initialize('two');
    list('two', range(0, 50), { next: 'p2' });
    list('two', range(50, 51), { cursor: 'p2' });
    expect(of('tools-listed').at(-1)).toMatchObject({
      connection_id: 'connection-2',
      tool_count: 101,
      complete: true,
    });
  });

  it('that are asked for twice count once', () => {
    const { initialize, list, of } = bench();
    initialize('c');
    list('c', range(0, 50), { next: 'p2' });
    list('c', range(50, 50), { cursor: 'p2' });
    list('c', range(50, 50), { cursor: 'p2' });
    expect(of('tools-listed').map(({ tool_count }) => tool_count)).toEqual([50, 100, 100]);
  });

  it('are counted to the end, and no longer held once they are more than anybody needs', () => {
    const { initialize, exchange, of, facts } = bench();
    initialize('c');
    for (let page = 1; page <= 12; page += 1) {
      const cursor = page === 1 ? {} : { cursor: `p${page}` };
      const nextCursor = page === 12 ? {} : { nextCursor: `p${page + 1}` };
      const tools = [{ ...tool(`tool-${page}`), description: `${page}`.repeat(1024 * 1024) }];
      exchange('c', 'tools/list', cursor, { result: { tools, ...nextCursor } });
    }
    expect(of('tools-listed').at(-1)).toMatchObject({ tool_count: 12, pages: 12, complete: true });
    const held = facts.map((fact) => (fact.type === 'tools-listed' ? (fact.served?.length ?? null) : 0));
    expect(held.slice(1, 5)).toEqual([1, 2, 3, 4]);
    expect(held.at(-1)).toBeNull();
  });

  it('of two modern clients that read at the same time do not mix', () => {
    const { exchange, of } = bench();
    const read = (name: string, names: string[], page: object, next?: string): void => {
      const nextCursor = next === undefined ? {} : { nextCursor: next };
      exchange(
        null,
        'tools/list',
        { ...page, ...modern({ name }) },
        { result: { tools: names.map(tool), ...nextCursor } },
      );
    };
    read('one', range(0, 3), {}, 'p2');
    read('two', range(0, 3), {}, 'p2');
    read('one', range(3, 2), { cursor: 'p2' });
    read('two', range(3, 2), { cursor: 'p2' });
    expect(of('tools-listed').map(({ tool_count, complete }) => [tool_count, complete])).toEqual([
      [3, false],
      [3, false],
      [5, true],
      [5, true],
    ]);
  });

  it('that bring no new name end the walk, add nothing, and are passed over from then on', () => {
    const { initialize, list, of } = bench();
    initialize('c');
    list('c', range(0, 2), { next: 'again' });
    for (let turn = 0; turn < 5; turn += 1) list('c', range(0, 2), { cursor: 'again', next: 'again' });
    expect(of('tools-listed')).toMatchObject([
      { tool_count: 2, pages: 1, complete: false, warnings: [] },
      { tool_count: 2, pages: 1, complete: false, warnings: ['pagination_loop'] },
    ]);
  });

  it('may end with an empty one', () => {
    const { initialize, list, of } = bench();
    initialize('c');
    list('c', range(0, 2), { next: 'p2' });
    list('c', [], { cursor: 'p2' });
    expect(of('tools-listed').at(-1)).toMatchObject({ tool_count: 2, complete: true, warnings: [] });
  });

  it('whose beginning was not seen are never complete', () => {
    const { initialize, list, facts } = bench();
    initialize('c');
    list('c', range(50, 1), { cursor: 'unknown' });
    expect(facts.at(-1)).toMatchObject({ data: { tool_count: 1, complete: false }, served: null });
  });

  it('without end are counted but not kept without end', () => {
    const { initialize, list, facts } = bench();
    initialize('c');
    for (let page = 0; page < 100; page += 1) {
      list('c', range(page * 50, 50), { ...(page > 0 && { cursor: `p${page}` }), next: `p${page + 1}` });
    }
    expect(facts.at(-1)).toMatchObject({ data: { tool_count: 5000, pages: 100 }, served: null });
  });
});

describe('a list', () => {
  it('that is read again after a notice replaces the old one', () => {
    const { observer, initialize, list, told } = bench();
    initialize('c');
    list('c', ['a', 'b', 'c']);
    const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    observer.onFrame({ direction: 'to_client', message, connection_key: 'c' });
    list('c', ['c', 'd']);
    expect(told().slice(1)).toMatchObject([
      { type: 'tools-listed', tool_count: 3 },
      { type: 'tools-changed', connection_id: 'connection-1' },
      { type: 'tools-listed', tool_count: 2, complete: true },
    ]);
  });

  it('with tools that no client should have to take is counted whole and handed on as served', () => {
    const { initialize, exchange, facts } = bench();
    const tools = [
      tool('ok'),
      { name: 'no_schema', description: 'fine' },
      { name: 'string_root', inputSchema: { type: 'string' } },
      { name: 'null_schema', inputSchema: null },
      { description: 'nameless', inputSchema: { type: 'object' } },
      null,
      'text',
      tool('ok'),
    ];
    initialize('c');
    exchange('c', 'tools/list', {}, { result: { tools } });
    expect(facts.at(-1)).toMatchObject({ data: { tool_count: 8, complete: true }, served: tools });
  });

  it('that is answered with an error, or without tools, is a refusal and no list', () => {
    const { initialize, exchange, told } = bench();
    initialize('c');
    exchange('c', 'tools/list', {}, { error: { code: -32603, message: 'broken' } });
    initialize('c');
    exchange('c', 'tools/list', {}, { result: { tools: 'none' } });
    expect(told().filter(({ type }) => type !== 'protocol-accepted')).toMatchObject([
      { type: 'protocol-refused', reason_code: 'tools_list_failed', connection_id: 'connection-1' },
      { type: 'protocol-refused', reason_code: 'tools_list_failed', connection_id: 'connection-2' },
    ]);
  });

  it('of resources that a server does not have says nothing about it', () => {
    const { initialize, exchange, told } = bench();
    initialize('c');
    exchange('c', 'resources/list', {}, { error: { code: -32601, message: 'Method not found' } });
    expect(told().map(({ type }) => type)).toEqual(['protocol-accepted']);
  });
});
