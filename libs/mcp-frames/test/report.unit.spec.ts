import { describe, expect, it } from '@jest/globals';
import { bench, modern, tool } from './support/bench.ts';
import { statusOf } from './support/status.ts';

const five = ['a', 'b', 'c', 'd', 'e'];

describe('what a report makes of the frames that were seen', () => {
  it('is active with the count of one list when a second client took over', () => {
    const { observer, initialize, list, facts } = bench();
    initialize('first');
    list('first', five);
    initialize('second');
    observer.onClose('first', 'stream_closed');
    list('second', five);
    expect(statusOf(facts)).toMatchObject({
      status: 'active',
      evidence: 'tools_loaded',
      tool_count: 5,
      connection_count: 2,
      connection_id: 'connection-2',
    });
  });

  it('is active and used over the stateless protocol, without connections', () => {
    const { exchange, facts } = bench();
    exchange(null, 'tools/list', modern(), { result: { tools: five.slice(1).map(tool) } });
    exchange(null, 'tools/call', { name: 'b', ...modern(null) }, { result: { content: [] } });
    expect(statusOf(facts)).toMatchObject({
      status: 'active',
      evidence: 'used',
      era: 'modern',
      tool_count: 4,
      connections: [],
      tool_call_count: 1,
    });
  });

  it('is disconnected with its tools loaded after the process died, and active again with a new connection', () => {
    const { observer, initialize, list, facts } = bench();
    initialize('child');
    list('child', five);
    observer.onClose('child', 'process_exited');
    expect(statusOf(facts)).toMatchObject({
      status: 'disconnected',
      evidence: 'tools_loaded',
      tool_count: 5,
    });
    initialize('child');
    list('child', five);
    expect(statusOf(facts)).toMatchObject({ status: 'active', connection_count: 2, tool_count: 5 });
  });

  it('is used and not failed after a tool answered with an error', () => {
    const { exchange, initialize, list, facts } = bench();
    initialize('c');
    list('c', ['a', 'b']);
    exchange('c', 'tools/call', { name: 'a' }, { result: { isError: true, content: [] } });
    expect(statusOf(facts)).toMatchObject({
      status: 'active',
      evidence: 'used',
      failed_at: null,
      tool_error_count: 1,
    });
  });

  it('is delivered with a reason after a refused initialize', () => {
    const { exchange, facts } = bench();
    exchange('c', 'initialize', {}, { error: { code: -32602, message: 'Unsupported protocol version' } });
    expect(statusOf(facts)).toMatchObject({
      status: 'delivered',
      evidence: 'delivered',
      reason_code: 'protocol_rejected',
      connections: [],
    });
  });

  it('is disconnected and was connected when the client hung up after the answer', () => {
    const { observer, initialize, facts } = bench();
    initialize('c');
    observer.onClose('c', 'stream_closed');
    expect(statusOf(facts)).toMatchObject({
      status: 'disconnected',
      evidence: 'connected',
      tool_count: null,
    });
  });

  it('marks a list stale after a notice and fresh after the next list', () => {
    const { observer, initialize, list, facts } = bench();
    const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    initialize('c');
    list('c', ['a', 'b', 'c']);
    observer.onFrame({ direction: 'to_client', message, connection_key: 'c' });
    expect(statusOf(facts)).toMatchObject({ status: 'active', tool_count: 3, tools_stale: true });
    list('c', ['c', 'd']);
    expect(statusOf(facts)).toMatchObject({ tool_count: 2, tools_stale: false });
  });

  it('says that a list was not read to its end', () => {
    const { initialize, list, facts } = bench();
    initialize('c');
    list('c', five, { next: 'p2' });
    expect(statusOf(facts)).toMatchObject({ status: 'active', tool_count: 5, tools_list_complete: false });
  });

  it('stays active through a session that went stale and a method that is not there', () => {
    const { exchange, initialize, list, facts } = bench();
    initialize('c');
    list('c', five);
    exchange('c', 'resources/list', {}, { error: { code: -32601, message: 'Method not found' } });
    exchange(
      'c',
      'tools/call',
      { name: 'no such tool' },
      { error: { code: -32602, message: 'Unknown tool' } },
    );
    expect(statusOf(facts)).toMatchObject({ status: 'active', failed_at: null, tool_error_count: 1 });
  });
});
