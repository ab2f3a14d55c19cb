import { describe, expect, it } from '@jest/globals';
import { bench, modern, tool } from './support/bench.ts';

const names = ['a', 'b', 'c', 'd'];

describe('the stateless protocol', () => {
  it('is accepted, listed and used without initialize, and no connection is made up', () => {
    const { observer, exchange, told } = bench();
    exchange(null, 'server/discover', modern(), { result: { supportedVersions: ['2026-07-28'] } });
    observer.onExchangeEnd('unrelated', false);
    exchange(null, 'tools/list', modern(null), { result: { tools: names.map(tool), ttlMs: 0 } });
    exchange(null, 'tools/call', { name: 'a', ...modern(null) }, { result: { content: [] } });
    expect(told()).toMatchObject([
      {
        type: 'protocol-accepted',
        era: 'modern',
        protocol_version: '2026-07-28',
        client: { name: 'agent-x', version: '3.1' },
      },
      { type: 'tools-listed', tool_count: 4, complete: true, connection_id: null },
      { type: 'tool-called', outcome: 'ok', connection_id: null },
    ]);
    expect(told()[0]).not.toHaveProperty('connection_id');
  });

  it('is accepted by the first answer of any kind', () => {
    const { exchange, told } = bench();
    exchange(null, 'resources/list', modern(), { result: { resources: [] } });
    expect(told()).toMatchObject([{ type: 'protocol-accepted', era: 'modern' }]);
  });

  it('is accepted once for each version and client', () => {
    const { exchange, of } = bench();
    for (const client of [
      { name: 'one', version: '1' },
      { name: 'two' },
      { name: 'one', version: '1' },
      null,
    ]) {
      exchange(null, 'tools/list', modern(client), { result: { tools: [] } });
    }
    exchange(null, 'tools/list', modern({ name: 'one', version: '1' }, '2027-01-01'), {
      result: { tools: [] },
    });
    expect(
      of('protocol-accepted').map(({ client, protocol_version }) => [client?.name, protocol_version]),
    ).toEqual([
      ['one', '2026-07-28'],
      ['two', '2026-07-28'],
      ['one', '2027-01-01'],
    ]);
  });

  it.each([
    ['an unknown method', { code: -32601, message: 'Method not found' }],
    ['a session that is wanted', { code: -32000, message: 'Bad Request: Mcp-Session-Id header is required' }],
  ])('probed on a legacy server, which answers with %s, is no failure', (_what, error) => {
    const { exchange, initialize, told } = bench();
    exchange('c', 'server/discover', modern(), { error });
    initialize('c');
    expect(told().map(({ type }) => type)).toEqual(['protocol-accepted']);
  });

  it('tells a version that is refused', () => {
    const { exchange, told } = bench();
    const error = {
      code: -32022,
      message: 'no',
      data: { supported: ['2026-07-28'], requested: '2099-01-01' },
    };
    exchange(null, 'server/discover', modern(null, '2099-01-01'), { error });
    expect(told()).toEqual([
      {
        type: 'protocol-refused',
        server_name: 'witness',
        reason_code: 'protocol_rejected',
        connection_id: null,
      },
    ]);
  });

  it('counts a call that asks for input in between as one, with its round trips', () => {
    const { exchange, pass, of } = bench();
    const call = { name: 'deploy', arguments: { to: 'prod' }, ...modern() };
    const asks = (requestState: string): { result: unknown } => ({
      result: {
        resultType: 'input_required',
        inputRequests: { ok: { method: 'elicitation/create' } },
        requestState,
      },
    });
    exchange(null, 'tools/call', call, asks('s1'));
    pass(1500);
    exchange(null, 'tools/call', { ...call, inputResponses: { ok: {} }, requestState: 's1' }, asks('s2'));
    pass(500);
    exchange(
      null,
      'tools/call',
      { ...call, inputResponses: { ok: {} }, requestState: 's2' },
      { result: { content: [] } },
    );
    expect(of('tool-called')).toMatchObject([
      {
        tool_name: 'deploy',
        started_at: '2026-11-30T12:00:00.000Z',
        duration_ms: 2000,
        round_trips: 3,
        outcome: 'ok',
      },
    ]);
  });

  it('keeps two calls that wait for input apart by their state', () => {
    const { exchange, pass, of } = bench();
    const call = { name: 'deploy', ...modern() };
    for (const requestState of ['one', 'two']) {
      exchange(null, 'tools/call', call, { result: { resultType: 'input_required', requestState } });
      pass(100);
    }
    exchange(null, 'tools/call', { ...call, requestState: 'two' }, { result: {} });
    exchange(null, 'tools/call', { ...call, requestState: 'one' }, { result: { isError: true } });
    expect(of('tool-called').map(({ outcome, duration_ms }) => [outcome, duration_ms])).toEqual([
      ['ok', 100],
      ['tool_error', 200],
    ]);
  });

  it('tells a call as cancelled when its client leaves before the answer, and as unanswered when the server does', () => {
    const { observer, of } = bench();
    for (const [exchange_key, aborted] of [
      ['x1', true],
      ['x2', false],
    ] as const) {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow', ...modern() } };
      observer.onFrame({ direction: 'to_server', message, exchange_key });
      observer.onExchangeEnd(exchange_key, aborted);
    }
    expect(of('tool-called').map(({ outcome }) => outcome)).toEqual(['cancelled', 'unanswered']);
  });
});
