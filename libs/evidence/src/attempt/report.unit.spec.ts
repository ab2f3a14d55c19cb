import { describe, expect, it } from '@jest/globals';
import { fold, type EvidenceEvent } from '../index.ts';
import { given, reportOf, rowOf } from '../testing/given.ts';
import { producerOf, timeAt } from '../testing/producer.ts';
import { record } from '../testing/record.ts';
import { eventsOf } from '../testing/server-events.ts';

const hubBy = (id: string): ReturnType<typeof eventsOf> => eventsOf('hub', producerOf(id));

describe('a report', () => {
  it('of nothing is empty', () => {
    expect(fold([])).toMatchObject({
      attachment_attempt_id: '',
      servers: [],
      evidence: [],
      evidence_omitted: 0,
    });
  });

  it('shows what started it', () => {
    const relay = producerOf('relay');
    const report = reportOf([
      relay.saw('attempt-started', {
        session_id: 'session-1',
        task_id: 'task-1',
        entry: 'session/fork',
        forked_from: 'parent',
      }),
      relay.saw('session-accepted', { acp_session_id: 'acp-1' }),
    ]);
    expect(report).toMatchObject({
      session_id: 'session-1',
      task_id: 'task-1',
      entry: 'session/fork',
      forked_from: 'parent',
      acp_session_id: 'acp-1',
      started_at: timeAt(1),
      accepted_at: timeAt(2),
      ordinal: 1,
    });
  });

  it('makes a row and a finding for a server that was never resolved, until it is', () => {
    const hub = hubBy('a');
    given(hub.accepted('c1'))
      .when(hub.resolved())
      .thenReport((after, before) => {
        expect(rowOf(before, 'hub').source).toBeNull();
        expect(before.findings.map(({ code }) => code)).toEqual(['unresolved_server']);
        expect(rowOf(after, 'hub').source).toBe('built_in');
        expect(after.findings).toEqual([]);
      });
  });

  it('shows a second configuration of one name as a duplicate, and no reason on the healthy row', () => {
    const resolver = producerOf('resolver');
    const hub = eventsOf('hub', resolver);
    const second = resolver.saw('server-resolved', {
      server_name: 'hub',
      source: 'profile',
      transport: 'stdio',
      target: 'npx',
      observed: false,
      duplicate_of_name: 'hub',
    });
    const report = reportOf([hub.resolved(), second, hub.filtered('duplicate_name'), hub.delivered()]);
    expect(rowOf(report, 'hub')).toMatchObject({
      status: 'delivered',
      reason_code: null,
      source: 'built_in',
      duplicates: [{ transport: 'stdio', target: 'npx' }],
    });
    expect(report.findings.map(({ code }) => code)).toEqual(['duplicate_name']);
  });

  it('takes a server that is resolved twice alike for one configuration, and otherwise for two', () => {
    const resolver = producerOf('resolver');
    const hub = eventsOf('hub', resolver);
    const [first, again] = [hub.resolved(), hub.resolved()];
    const elsewhere = resolver.saw('server-resolved', {
      server_name: 'hub',
      source: 'built_in',
      transport: 'http',
      target: 'http://127.0.0.1:4200',
      observed: true,
    });
    expect(reportOf([first, again])).toMatchObject({
      servers: [{ duplicates: [] }],
      findings: [],
    });
    expect(reportOf([first, elsewhere])).toMatchObject({
      servers: [{ target: 'http://127.0.0.1:4100', duplicates: [{ target: 'http://127.0.0.1:4200' }] }],
      findings: [{ code: 'duplicate_name' }],
    });
  });

  it('takes two producers that resolve one name for one server', () => {
    const report = reportOf([hubBy('observer').resolved('observed'), hubBy('resolver').resolved('profile')]);
    expect(rowOf(report, 'hub')).toMatchObject({ source: 'profile', duplicates: [] });
    expect(report.findings).toEqual([]);
  });

  it('says when the built-in server stayed out for a host’s server of its name', () => {
    const hub = hubBy('a');
    const report = reportOf([hub.resolved('profile'), hub.filtered('reserved_name'), hub.delivered()]);
    expect(report.findings.map(({ code }) => code)).toEqual(['reserved_name']);
    expect(rowOf(report, 'hub').status).toBe('delivered');
  });

  it('counts connections completely and shows the eight newest, newest first', () => {
    const hub = hubBy('a');
    const events = Array.from({ length: 12 }, (_, index) => hub.accepted(`c${index}`));
    const closes = [0, 3, 11].map((index) => hub.closed(`c${index}`));
    const row = rowOf(reportOf([...events, ...closes]), 'hub');
    expect(row).toMatchObject({ status: 'connected', connection_count: 12, connection_id: 'c11' });
    expect(row.connections.map(({ connection_id }) => connection_id)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4].map((index) => `c${index}`),
    );
    expect(row.connections[0]?.close_reason_code).toBe('client_deleted');
  });

  it('keeps a server connected by an old connection that is still open', () => {
    const hub = hubBy('a');
    const old = [hub.accepted('old'), hub.listed(1, 'old')];
    const others = Array.from({ length: 20 }, (_, index) => [
      hub.accepted(`c${index}`),
      hub.closed(`c${index}`),
    ]);
    const events = [...old, ...others.flat()];
    expect(rowOf(reportOf(events), 'hub').status).toBe('active');
    expect(rowOf(reportOf([...events, hub.closed('old')]), 'hub')).toMatchObject({
      status: 'disconnected',
      connection_count: 21,
    });
  });

  it('neither reopens nor counts again a connection that it no longer holds', () => {
    const hub = hubBy('a');
    const events = Array.from({ length: 20 }, (_, index) => [
      hub.accepted(`c${index}`),
      hub.closed(`c${index}`),
    ]);
    const late = hubBy('b');
    const row = rowOf(reportOf([...events.flat(), late.accepted('c0'), late.listed(3, 'c1')]), 'hub');
    expect(row).toMatchObject({ status: 'disconnected', connection_count: 20, tool_count: 3 });
  });

  it('counts calls and problems by server and connection', () => {
    const hub = hubBy('a');
    const report = reportOf([
      hub.accepted('c1'),
      hub.called('c1'),
      hub.called('c1', 'tool_error'),
      hub.called('c1', 'protocol_error'),
      hub.called('c1', 'cancelled'),
    ]);
    expect(rowOf(report, 'hub')).toMatchObject({
      tool_call_count: 4,
      tool_error_count: 2,
      connections: [{ tool_call_count: 4 }],
    });
  });

  it('updates by the time of record of its last event, never by a producer’s clock', () => {
    const relay = producerOf('relay');
    const [first, second] = record([
      relay.saw('session-accepted', {}, { at: '2027-01-01T00:00:00Z' }),
      relay.saw('session-accepted', {}, { at: '1999-01-01T00:00:00Z' }),
    ]);
    expect(fold([first!]).updated_at).toBe(first!.recorded_at);
    expect(fold([first!, second!]).updated_at).toBe(second!.recorded_at);
  });

  it('takes the end of an execution that came first by the clocks', () => {
    const late = producerOf('lease').saw(
      'execution-ended',
      { reason_code: 'lease_lost' },
      { at: timeAt(90) },
    );
    const early = producerOf('host').saw('execution-ended', { reason_code: 'exited' }, { at: timeAt(30) });
    for (const order of [
      [late, early],
      [early, late],
    ]) {
      expect(reportOf(order)).toMatchObject({ end_reason_code: 'exited', ended_at: timeAt(30) });
    }
  });

  it('bounds its rows, and says that it did', () => {
    const producer = producerOf('a');
    const events = Array.from({ length: 300 }, (_, index): EvidenceEvent =>
      eventsOf(`s${index}`, producer).delivered(),
    );
    const report = reportOf(events);
    expect(report.servers).toHaveLength(256);
    expect(report.findings.map(({ code }) => code)).toContain('too_many_servers');
  });

  it('keeps many producers apart up to a bound, and says when there were more', () => {
    const events = Array.from({ length: 100 }, (_, index) => hubBy(`p${index}`).delivered());
    const report = reportOf(events);
    expect(report.findings.map(({ code }) => code)).toContain('too_many_producers');
    expect(rowOf(report, 'hub').status).toBe('delivered');
  });

  it('keeps the count and digest of a superseded attempt’s tools, and no tools', () => {
    const producer = producerOf('a');
    const hub = eventsOf('hub', producer);
    const digest = 'a'.repeat(64);
    const listed = producer.saw('tools-listed', {
      server_name: 'hub',
      tool_count: 1,
      pages: 1,
      complete: true,
      catalog_digest: digest,
      tools: [{ name: 'search', estimated_tokens: 9 }],
      tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
      estimated_tokens_total: 9,
    });
    given(hub.resolved(), hub.acceptedModern(), listed)
      .when(producerOf('service').saw('attempt-superseded', { by: '019e0000-0000-7000-8000-000000000009' }))
      .thenReport((after, before) => {
        expect(rowOf(before, 'hub')).toMatchObject({
          tools: [{ name: 'search' }],
          estimated_tokens_total: 9,
        });
        expect(after.superseded_by).toBe('019e0000-0000-7000-8000-000000000009');
        expect(rowOf(after, 'hub')).toMatchObject({
          status: 'active',
          tools: null,
          tool_token_estimator: null,
          estimated_tokens_total: null,
          tool_count: 1,
          tool_catalog_digest: digest,
        });
      });
  });
});
