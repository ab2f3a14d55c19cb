import { describe, expect, it } from '@jest/globals';
import { bench, modern } from './support/bench.ts';

const call = (id: unknown, name = 'export'): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { password: 'open-sesame-77' }, _meta: { 'claudecode/toolUseId': 'toolu_1' } },
});
const answer = (id: unknown, result: object = { content: [] }): object => ({ jsonrpc: '2.0', id, result });
const toServer = (message: unknown, connection_key = 'c') =>
  ({ direction: 'to_server', message, connection_key }) as const;
const toClient = (message: unknown, connection_key = 'c') =>
  ({ direction: 'to_client', message, connection_key }) as const;

describe('a call', () => {
  it('that the tool answers with an error was served, and tells neither arguments nor result', () => {
    const { exchange, initialize, facts, of } = bench();
    const result = { isError: true, content: [{ type: 'text', text: 'bad password open-sesame-77' }] };
    initialize('c');
    exchange('c', 'tools/call', { name: 'export', arguments: { password: 'open-sesame-77' } }, { result });
    expect(of('tool-called')).toMatchObject([
      {
        outcome: 'tool_error',
        error_code: null,
        result_bytes: JSON.stringify(result).length,
        round_trips: 1,
      },
    ]);
    expect(JSON.stringify(facts)).not.toMatch(/open-sesame|bad password/);
  });

  it('is timed from its request to its answer, and its result measured in bytes', () => {
    const { observer, pass, facts } = bench();
    observer.onFrame(toServer(call(7)));
    pass(250);
    observer.onFrame(toClient(answer(7, { text: 'é' })));
    expect(facts).toMatchObject([
      {
        type: 'tool-called',
        occurred_at: '2026-11-30T12:00:00.250Z',
        data: { started_at: '2026-11-30T12:00:00.000Z', duration_ms: 250, result_bytes: 13 },
      },
    ]);
  });

  it('during which the clock was set back took no time', () => {
    const { observer, pass, of } = bench();
    observer.onFrame(toServer(call(7)));
    pass(-5000);
    observer.onFrame(toClient(answer(7)));
    expect(of('tool-called')).toMatchObject([{ duration_ms: 0 }]);
  });

  it.each([
    [-32602, 'invalid_params'],
    [-32601, 'method_not_found'],
    [-32042, 'json_rpc_minus_32042'],
    [7, 'json_rpc_7'],
    [0.5, 'json_rpc_error'],
  ])('that the protocol refuses with %d carries the code %s', (code, error_code) => {
    const { exchange, told } = bench();
    exchange('c', 'tools/call', { name: 'gone' }, { error: { code, message: 'secret words' } });
    expect(told()).toMatchObject([
      { type: 'tool-called', outcome: 'protocol_error', error_code, result_bytes: 0 },
    ]);
  });

  it('is named only where the catalog is ours', () => {
    const { exchange, of } = bench({ ownCatalog: false });
    exchange('c', 'tools/call', { name: 'private_tool' }, { result: {} });
    expect(of('tool-called')).toMatchObject([{ tool_name: null }]);
  });

  it('that is cancelled before its answer is told once, as cancelled', () => {
    const { observer, of } = bench();
    observer.onFrame(toServer(call('x')));
    observer.onFrame(
      toServer({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'x' } }),
    );
    observer.onFrame(toClient(answer('x')));
    expect(of('tool-called').map(({ outcome }) => outcome)).toEqual(['cancelled']);
  });

  it('that was answered is not changed by a cancellation that comes after', () => {
    const { observer, of } = bench();
    observer.onFrame(toServer(call(3)));
    observer.onFrame(toClient(answer(3)));
    observer.onFrame(
      toServer({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } }),
    );
    expect(of('tool-called').map(({ outcome }) => outcome)).toEqual(['ok']);
  });

  it('that is open when its connection closes is told as unanswered before the close', () => {
    const { observer, initialize, told } = bench();
    initialize('c');
    observer.onFrame(toServer(call(9)));
    observer.onClose('c', 'process_exited');
    observer.onFrame(toClient(answer(9)));
    expect(told().slice(1)).toMatchObject([
      { type: 'tool-called', outcome: 'unanswered', connection_id: 'connection-1' },
      { type: 'connection-closed' },
    ]);
  });

  it('that waits for input when the observer ends is told as unanswered', () => {
    const { observer, exchange, of } = bench();
    exchange(null, 'tools/call', { name: 'a', ...modern() }, { result: { resultType: 'input_required' } });
    observer.close();
    observer.close();
    expect(of('tool-called').map(({ outcome }) => outcome)).toEqual(['unanswered']);
  });

  it('that is never answered is forgotten once too many wait', () => {
    const { observer, of } = bench();
    for (let id = 0; id < 1100; id += 1) observer.onFrame(toServer(call(id)));
    expect(of('tool-called')).toHaveLength(1100 - 1024);
    observer.onFrame(toClient(answer(1099)));
    expect(of('tool-called').at(-1)).toMatchObject({ outcome: 'ok' });
  });
});

describe('ids', () => {
  it.each([0, '', 'a', 1.5, null])('such as %j pair a request with its answer', (id) => {
    const { observer, of } = bench();
    observer.onFrame(toServer(call(id)));
    observer.onFrame(toClient(answer(id)));
    expect(of('tool-called')).toMatchObject([{ outcome: 'ok' }]);
  });

  it('of the same digits as text and as number are two requests', () => {
    const { observer, of } = bench();
    observer.onFrame(toServer(call(1, 'number')));
    observer.onFrame(toServer(call('1', 'text')));
    observer.onFrame(toClient(answer('1')));
    expect(of('tool-called')).toMatchObject([{ tool_name: 'text' }]);
  });

  it('repeat across connections, and each answer finds the request of its own', () => {
    const { observer, initialize, of } = bench();
    initialize('one');
    initialize('two');
    observer.onFrame(toServer(call(1, 'a'), 'one'));
    observer.onFrame(toServer(call(1, 'b'), 'two'));
    observer.onFrame(toClient(answer(1), 'two'));
    observer.onFrame(toClient(answer(1), 'one'));
    expect(of('tool-called').map(({ tool_name, connection_id }) => [tool_name, connection_id])).toEqual([
      ['b', 'connection-2'],
      ['a', 'connection-1'],
    ]);
  });

  it('of the same digits in one HTTP exchange are two requests as well', () => {
    const { observer, of } = bench();
    const sight = { connection_key: null, exchange_key: 'x' };
    observer.onFrame({ ...toServer([call(1, 'number'), call('1', 'text')]), ...sight });
    observer.onFrame({ ...toClient(answer('1')), ...sight });
    expect(of('tool-called').map(({ tool_name }) => tool_name)).toEqual(['text']);
  });

  it('repeat across HTTP exchanges of clients without sessions', () => {
    const { observer, of } = bench();
    const sight = (exchange_key: string) => ({ connection_key: null, exchange_key });
    observer.onFrame({ ...toServer(call(1, 'a')), ...sight('x1') });
    observer.onFrame({ ...toServer(call(1, 'b')), ...sight('x2') });
    observer.onFrame({ ...toClient(answer(1)), ...sight('x2') });
    observer.onFrame({ ...toClient(answer(1)), ...sight('x1') });
    expect(of('tool-called').map(({ tool_name }) => tool_name)).toEqual(['b', 'a']);
  });

  it('of a legacy HTTP request find an answer that comes on another stream of the connection', () => {
    const { observer, of } = bench();
    observer.onFrame({ ...toServer(call(1)), exchange_key: 'post' });
    observer.onExchangeEnd('post', true);
    observer.onFrame({ ...toClient(answer(1)), exchange_key: 'get' });
    expect(of('tool-called')).toMatchObject([{ outcome: 'ok' }]);
  });

  it('that are answered twice, or were never asked, count once or not at all', () => {
    const { observer, of } = bench();
    observer.onFrame(toServer(call(1)));
    for (const id of [2, 1, 1]) observer.onFrame(toClient(answer(id)));
    expect(of('tool-called')).toHaveLength(1);
  });

  it('that the server gives to its own requests are another matter', () => {
    const { observer, facts } = bench();
    observer.onFrame(toClient({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'reverse' } }));
    observer.onFrame(toServer(answer(1)));
    observer.onFrame(toServer(call(1)));
    observer.onFrame(toServer(answer(1)));
    expect(facts).toEqual([]);
  });
});

describe('an array of messages', () => {
  it('is read one by one, and a bad one costs itself', () => {
    const { observer, of } = bench();
    observer.onFrame(toServer([call(1, 'a'), 42, null, call(2, 'b')]));
    observer.onFrame(toClient([answer(2), { id: {} }, answer(1)]));
    expect(of('tool-called').map(({ tool_name }) => tool_name)).toEqual(['b', 'a']);
  });
});
