import type { HttpFacts } from '@mcp-witness/mcp-frames';
import { describe, expect, it } from '@jest/globals';
import { bench } from './support/bench.ts';

const ask = (method: string, id = 1): object => ({ jsonrpc: '2.0', id, method, params: { name: 'a' } });

/** The reasons told when a request is answered without any JSON-RPC message. */
function rejected(method: string, http: HttpFacts): (string | null | undefined)[] {
  const { observer, told } = bench();
  observer.onFrame({ direction: 'to_server', message: ask(method), exchange_key: 'x' });
  observer.onRejection({ exchange_key: 'x', http });
  return told().map(({ type, reason_code, error_code }) =>
    type === 'tool-called' ? `call: ${String(error_code)}` : String(reason_code),
  );
}

describe('a request that is turned away by HTTP', () => {
  it.each<[string, string, HttpFacts, string[]]>([
    ['401 with a way to sign in', 'initialize', { status: 401, offers_sign_in: true }, ['auth_required']],
    ['401 without', 'initialize', { status: 401 }, ['auth_required_no_offer']],
    ['403', 'initialize', { status: 403 }, ['forbidden']],
    ['404', 'initialize', { status: 404 }, ['not_found']],
    ['404 with a session id', 'tools/list', { status: 404, had_session: true }, ['stale_session']],
    ['405', 'initialize', { status: 405 }, ['wrong_transport']],
    ['400', 'initialize', { status: 400 }, ['initialize_failed']],
    ['502', 'initialize', { status: 502, media_type: 'text/html' }, ['initialize_failed']],
    ['a page of HTML', 'initialize', { status: 200, media_type: 'text/html' }, ['not_mcp']],
    ['500 to a list', 'tools/list', { status: 500 }, ['tools_list_failed']],
    ['401 to a probe', 'server/discover', { status: 401 }, ['auth_required_no_offer']],
    ['404 to a probe', 'server/discover', { status: 404 }, []],
    ['400 to a probe', 'server/discover', { status: 400 }, []],
    ['500 to a call', 'tools/call', { status: 500 }, ['call: http_500']],
    [
      '401 to a call',
      'tools/call',
      { status: 401 },
      ['auth_required_no_offer', 'call: auth_required_no_offer'],
    ],
  ])('by %s, when it asked for %s', (_status, method, http, reasons) => {
    expect(rejected(method, http)).toEqual(reasons);
  });

  it('without having asked anything, such as a probe by GET, says nothing', () => {
    const { observer, facts } = bench();
    observer.onRejection({ exchange_key: 'get', http: { status: 405 } });
    observer.onRejection({ exchange_key: 'get', http: { status: 404 } });
    expect(facts).toEqual([]);
  });
});

describe('a refusal in JSON-RPC', () => {
  it.each([
    [{ code: -32602, message: 'Unsupported protocol version' }, 'protocol_rejected'],
    [
      { code: -32602, message: 'No', data: { supported: ['2024-11-05'], requested: '9' } },
      'protocol_rejected',
    ],
    [{ code: -32022, message: 'No' }, 'protocol_rejected'],
    [{ code: -32603, message: 'database password is hunter2' }, 'initialize_failed'],
  ])('of initialize by %j has the reason %s', (error, reason_code) => {
    const { exchange, told } = bench();
    exchange('c', 'initialize', {}, { error });
    expect(told()).toEqual([
      { type: 'protocol-refused', server_name: 'witness', reason_code, connection_id: null },
    ]);
  });

  it('that names no request is of the only one in its exchange', () => {
    const { observer, told } = bench();
    observer.onFrame({
      direction: 'to_server',
      message: ask('tools/list'),
      connection_key: 'old',
      exchange_key: 'x',
    });
    observer.onFrame({
      direction: 'to_client',
      message: { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null },
      connection_key: 'old',
      exchange_key: 'x',
      http: { status: 404, had_session: true },
    });
    expect(told()).toMatchObject([{ type: 'protocol-refused', reason_code: 'stale_session' }]);
  });

  it('of a call on a session that is over is no served call', () => {
    const { exchange, told } = bench();
    const http = { status: 404, had_session: true };
    exchange(
      'old',
      'tools/call',
      { name: 'a' },
      { error: { code: -32001, message: 'Session not found' }, http },
    );
    expect(told()).toMatchObject([
      { type: 'protocol-refused', reason_code: 'stale_session' },
      { type: 'tool-called', outcome: 'unanswered', error_code: 'stale_session' },
    ]);
  });

  it('that comes again and again is told once, until something is accepted', () => {
    const { exchange, initialize, of } = bench();
    const refuse = (): void => {
      exchange('c', 'initialize', {}, { error: { code: -32022, message: 'no' } });
    };
    for (let turn = 0; turn < 50; turn += 1) refuse();
    expect(of('protocol-refused')).toHaveLength(1);
    initialize('other');
    refuse();
    expect(of('protocol-refused')).toHaveLength(2);
  });
});
