import { createFrameObserver, type SeenNotice, type SeenRequest } from '@mcp-witness/mcp-frames';
import { describe, expect, it } from '@jest/globals';
import { modern } from './support/bench.ts';

function watching(): {
  requests: SeenRequest[];
  notices: SeenNotice[];
  closed: unknown[];
  observer: ReturnType<typeof createFrameObserver>;
  ask: (message: object, key?: string | null, exchange?: string) => void;
  answer: (message: object, key?: string | null, exchange?: string) => void;
} {
  const requests: SeenRequest[] = [];
  const notices: SeenNotice[] = [];
  const closed: unknown[] = [];
  let connections = 0;
  let clock = 0;
  const observer = createFrameObserver({
    server_name: 'tickets',
    ownCatalog: true,
    now: () => (clock += 1),
    newConnectionId: () => `connection-${(connections += 1)}`,
    onEvidence: () => undefined,
    seenBy: {
      request: (seen) => requests.push(seen),
      notice: (seen) => notices.push(seen),
      closed: (...told) => closed.push(told),
    },
  });
  const frame =
    (direction: 'to_server' | 'to_client') =>
    (message: object, connection_key: string | null = 'k', exchange_key?: string): void => {
      observer.onFrame({
        direction,
        message: { jsonrpc: '2.0', ...message },
        connection_key,
        ...(exchange_key !== undefined && { exchange_key }),
        context: 'context',
      });
    };
  return { requests, notices, closed, observer, ask: frame('to_server'), answer: frame('to_client') };
}

describe('who asks to be told of every request', () => {
  it('is told of those that prove nothing too, with what they held and how long they took', () => {
    const { requests, ask, answer } = watching();
    const params = { uri: 'note://1' };
    ask({ id: 1, method: 'resources/read', params });
    answer({ id: 1, result: { contents: [] } });
    ask({ id: 2, method: 'ping' });
    answer({ id: 2, error: { code: -32601, message: 'no' } });
    expect(requests).toMatchObject([
      { method: 'resources/read', asked_by: 'client', outcome: 'ok', context: 'context', round_trips: 1 },
      { method: 'ping', outcome: 'protocol_error', error_code: 'method_not_found', reason_code: null },
    ]);
    expect(requests[0]?.params).toBe(params);
    expect(requests[0]!.ended_at).toBeGreaterThan(requests[0]!.started_at);
  });

  it.each([
    ['prompts/list', 'prompts', 'prompts', 'name'],
    ['resources/list', 'resources', 'resources', 'uri'],
    ['resources/templates/list', 'resourceTemplates', 'resource_templates', 'uriTemplate'],
    ['tools/list', 'tools', 'tools', 'name'],
  ])('is told of the pages of %s together', (method, member, of, identity) => {
    const { requests, ask, answer } = watching();
    ask({ id: 1, method });
    answer({ id: 1, result: { [member]: [{ [identity]: 'a' }, { [identity]: 'b' }], nextCursor: 'n' } });
    ask({ id: 2, method, params: { cursor: 'n' } });
    answer({ id: 2, result: { [member]: [{ [identity]: 'c' }] } });
    expect(requests.map(({ page }) => page)).toMatchObject([
      { of, tool_count: 2, pages: 1, complete: false },
      { of, tool_count: 3, pages: 2, complete: true, served: { length: 3 } },
    ]);
  });

  it('is told of what the server asks, and of notices of both sides', () => {
    const { requests, notices, ask, answer } = watching();
    answer({ id: 's1', method: 'elicitation/create', params: { message: 'Which?' } });
    ask({ id: 's1', result: { action: 'accept' } });
    answer({ id: 's2', method: 'sampling/createMessage' });
    ask({ id: 's2', error: { code: -32603, message: 'no' } });
    answer({ method: 'notifications/tools/list_changed' });
    ask({ method: 'notifications/cancelled', params: { requestId: 9 } });
    expect(requests).toMatchObject([
      { method: 'elicitation/create', asked_by: 'server', outcome: 'ok', result: { action: 'accept' } },
      { method: 'sampling/createMessage', asked_by: 'server', error_code: 'internal_error' },
    ]);
    expect(notices).toMatchObject([
      { method: 'notifications/tools/list_changed', sent_by: 'server' },
      { method: 'notifications/cancelled', sent_by: 'client', params: { requestId: 9 } },
    ]);
  });

  it.each([
    ['tools/call', { name: 'book' }],
    ['prompts/get', { name: 'book' }],
    ['resources/read', { uri: 'note://1' }],
  ])('is told of %s in several rounds once, and of the inputs that it asked for', (method, params) => {
    const { requests, ask, answer } = watching();
    const asked = { ...params, ...modern() };
    const inputRequests = { day: { method: 'elicitation/create', params: { message: 'When?' } } };
    ask({ id: 1, method, params: asked }, null, 'one');
    answer(
      { id: 1, result: { resultType: 'input_required', requestState: 's', inputRequests } },
      null,
      'one',
    );
    expect(requests).toEqual([]);
    const inputResponses = { day: { action: 'accept' } };
    ask({ id: 2, method, params: { ...asked, requestState: 's', inputResponses } }, null, 'two');
    answer({ id: 2, result: { resultType: 'complete' } }, null, 'two');
    expect(requests).toMatchObject([
      { method: 'elicitation/create', asked_by: 'server', outcome: 'ok', result: { action: 'accept' } },
      { method, outcome: 'ok', round_trips: 2, started_at: 1, envelope: { protocol_version: '2026-07-28' } },
    ]);
  });

  it('is told of what never comes to an end: of rounds, of calls and of what the server asked', () => {
    const { requests, closed, observer, ask, answer } = watching();
    ask({ id: 0, method: 'initialize', params: { clientInfo: { name: 'agent' } } });
    answer({ id: 0, result: { protocolVersion: '2025-11-25' } });
    ask({ id: 1, method: 'tools/call', params: { name: 'book' } });
    answer({
      id: 1,
      result: { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } },
    });
    ask({ id: 2, method: 'prompts/get', params: { name: 'book' } });
    answer({ id: 's', method: 'sampling/createMessage' });
    observer.onClose('k', 'stdin_closed');
    expect(requests.map(({ method, outcome }) => [method, outcome])).toEqual([
      ['initialize', 'ok'],
      ['prompts/get', 'unanswered'],
      ['roots/list', 'unanswered'],
      ['tools/call', 'unanswered'],
      ['sampling/createMessage', 'unanswered'],
    ]);
    expect(closed).toEqual([['connection-1', 'k', 'stdin_closed']]);
  });

  it('is told of a closed door with its reason', () => {
    const { requests, observer, ask } = watching();
    ask({ id: 1, method: 'tools/call', params: { name: 'book' } }, null, 'x');
    observer.onRejection({ exchange_key: 'x', http: { status: 401, offers_sign_in: true } });
    expect(requests).toMatchObject([
      { method: 'tools/call', outcome: 'rejected', error_code: 'http_401', reason_code: 'auth_required' },
    ]);
  });

  it('may throw, and the evidence is as without', () => {
    const evidence: string[] = [];
    const throwing = (): never => {
      throw new Error('no');
    };
    const observer = createFrameObserver({
      server_name: 'tickets',
      ownCatalog: true,
      now: () => 1,
      newConnectionId: () => 'c',
      onEvidence: ({ type }) => evidence.push(type),
      seenBy: { request: throwing, notice: throwing, closed: throwing },
    });
    const send = (direction: 'to_server' | 'to_client', message: object): void => {
      observer.onFrame({ direction, message: { jsonrpc: '2.0', ...message }, connection_key: 'k' });
    };
    send('to_server', { id: 1, method: 'tools/call', params: { name: 'book' } });
    send('to_client', { id: 1, result: {} });
    send('to_client', { method: 'notifications/tools/list_changed' });
    expect(evidence).toEqual(['tool-called', 'tools-changed']);
  });
});
