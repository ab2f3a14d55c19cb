import { describe, expect, it } from '@jest/globals';
import { bench } from './support/bench.ts';

describe('a client that initializes again', () => {
  it('gets a connection of its own, and the close of the first concerns the first alone', () => {
    const { observer, initialize, list, told } = bench();
    initialize('first');
    list('first', ['a', 'b', 'c', 'd', 'e']);
    initialize('second');
    observer.onClose('first', 'stream_closed');
    list('second', ['a', 'b', 'c', 'd', 'e']);
    expect(told()).toMatchObject([
      { type: 'protocol-accepted', connection_id: 'connection-1' },
      { type: 'tools-listed', connection_id: 'connection-1', tool_count: 5 },
      { type: 'protocol-accepted', connection_id: 'connection-2' },
      { type: 'connection-closed', connection_id: 'connection-1', reason_code: 'stream_closed' },
      { type: 'tools-listed', connection_id: 'connection-2', tool_count: 5 },
    ]);
  });

  it('on the same connection, and is refused, is a refusal and nothing else', () => {
    const { initialize, exchange, told } = bench();
    initialize('only');
    exchange('only', 'initialize', {}, { error: { code: -32600, message: 'Server already initialized' } });
    expect(told().slice(1)).toEqual([
      {
        type: 'protocol-refused',
        server_name: 'witness',
        reason_code: 'already_initialized',
        connection_id: 'connection-1',
      },
    ]);
  });

  it('on the same connection, and is accepted, has both closed when the transport ends', () => {
    const { observer, initialize, of } = bench();
    initialize('only');
    initialize('only');
    observer.onClose('only', 'stdin_closed');
    expect(of('connection-closed').map(({ connection_id }) => connection_id)).toEqual([
      'connection-1',
      'connection-2',
    ]);
  });
});

describe('a connection that ends', () => {
  it('after its list is a close with its reason, and a later one is new', () => {
    const { observer, initialize, list, told } = bench();
    initialize('child');
    list(
      'child',
      Array.from({ length: 18 }, (_, index) => `tool-${index}`),
    );
    observer.onClose('child', 'process_exited');
    initialize('child');
    expect(told().slice(1)).toMatchObject([
      { type: 'tools-listed', tool_count: 18 },
      { type: 'connection-closed', connection_id: 'connection-1', reason_code: 'process_exited' },
      { type: 'protocol-accepted', connection_id: 'connection-2' },
    ]);
  });

  it('twice, or without ever having been accepted, is told once or not at all', () => {
    const { observer, initialize, of } = bench();
    initialize('child');
    observer.onClose('child', 'process_exited');
    observer.onClose('child', 'process_exited');
    observer.onClose('stranger', 'stdin_closed');
    expect(of('connection-closed')).toHaveLength(1);
  });
});

describe('an initialize', () => {
  it('that is asked and never answered is no acceptance', () => {
    const { observer, facts } = bench();
    observer.onFrame({
      direction: 'to_server',
      message: { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} },
      connection_key: 'c',
    });
    observer.onClose('c', 'stdin_closed');
    expect(facts).toEqual([]);
  });

  it('that is answered, whereupon the client hangs up, is accepted and closed', () => {
    const { observer, initialize, told } = bench();
    initialize('c');
    observer.onClose('c', 'client_deleted');
    expect(told().map(({ type }) => type)).toEqual(['protocol-accepted', 'connection-closed']);
  });

  it('names the version that was agreed on and the client, of the answer and the request', () => {
    const { exchange, of } = bench();
    exchange(
      'c',
      'initialize',
      { protocolVersion: '2026-07-28', clientInfo: { name: 'gemini', version: '0.61.0' } },
      {
        result: { protocolVersion: '2025-06-18', capabilities: {} },
      },
    );
    expect(of('protocol-accepted')).toEqual([
      {
        server_name: 'witness',
        era: 'legacy',
        protocol_version: '2025-06-18',
        connection_id: 'connection-1',
        client: { name: 'gemini', version: '0.61.0' },
      },
    ]);
  });

  it('that is answered with something else than MCP is refused as such', () => {
    const { exchange, told } = bench();
    exchange('c', 'initialize', {}, { result: 'welcome' });
    expect(told()).toMatchObject([{ type: 'protocol-refused', reason_code: 'not_mcp' }]);
  });
});

describe('the end of all connections', () => {
  it('closes each with the reason, tells open calls as unanswered, and leaves nothing to close', () => {
    const { observer, initialize, told } = bench();
    initialize('first');
    initialize('second');
    const message = { jsonrpc: '2.0', id: 'open', method: 'tools/call', params: { name: 'greet' } };
    observer.onFrame({ direction: 'to_server', message, connection_key: 'second' });
    observer.onEnd('endpoint_closed');
    observer.onClose('first', 'stream_closed');
    observer.onEnd('endpoint_closed');
    expect(told().slice(2)).toMatchObject([
      { type: 'tool-called', connection_id: 'connection-2', outcome: 'unanswered' },
      { type: 'connection-closed', connection_id: 'connection-1', reason_code: 'endpoint_closed' },
      { type: 'connection-closed', connection_id: 'connection-2', reason_code: 'endpoint_closed' },
    ]);
  });
});
