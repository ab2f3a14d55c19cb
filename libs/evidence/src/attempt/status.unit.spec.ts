import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '../index.ts';
import { given, reportOf, rowOf } from '../testing/given.ts';
import { producerOf } from '../testing/producer.ts';
import { eventsOf } from '../testing/server-events.ts';

const hubBy = (id: string): ReturnType<typeof eventsOf> => eventsOf('hub', producerOf(id));

const statusOf = (...events: readonly EvidenceEvent[]): string => {
  const { status, evidence } = rowOf(reportOf(events), 'hub');
  return `${status}/${evidence}`;
};

const reasonOf = (...events: readonly EvidenceEvent[]): string | null =>
  rowOf(reportOf(events), 'hub').reason_code;

describe('a status', () => {
  it('is configured when a server was resolved, and nothing else', () => {
    expect(statusOf(hubBy('a').resolved())).toBe('configured/configured');
  });

  it('is delivered once it was sent, whatever the session call answered', () => {
    const relay = producerOf('relay');
    const hub = eventsOf('hub', relay);
    expect(statusOf(hub.resolved(), hub.delivered(), relay.saw('session-accepted', {}))).toBe(
      'delivered/delivered',
    );
  });

  it('is connected by an accepted protocol and active by a list', () => {
    const hub = hubBy('a');
    given(hub.resolved(), hub.delivered(), hub.accepted('c1'))
      .when(hub.listed(3, 'c1'))
      .thenReport((after, before) => {
        expect(rowOf(before, 'hub')).toMatchObject({
          status: 'connected',
          evidence: 'connected',
          tool_count: null,
        });
        expect(rowOf(after, 'hub')).toMatchObject({
          status: 'active',
          evidence: 'tools_loaded',
          tool_count: 3,
        });
      });
  });

  it('is active by a served call alone', () => {
    const hub = hubBy('a');
    expect(statusOf(hub.accepted('c1'), hub.called('c1'))).toBe('active/used');
  });

  it('counts a call that the tool failed as use, and never as a failure', () => {
    const hub = hubBy('a');
    const report = reportOf([hub.accepted('c1'), hub.listed(2, 'c1'), hub.called('c1', 'tool_error')]);
    expect(rowOf(report, 'hub')).toMatchObject({
      status: 'active',
      evidence: 'used',
      tool_call_count: 1,
      tool_error_count: 1,
      failed_at: null,
    });
  });

  it('counts a call whose answer could not be read as use, and as no error', () => {
    const hub = hubBy('a');
    const report = reportOf([hub.accepted('c1'), hub.called('c1', 'unread')]);
    expect(rowOf(report, 'hub')).toMatchObject({ status: 'active', evidence: 'used', tool_error_count: 0 });
  });

  it.each(['protocol_error', 'cancelled', 'unanswered', 'some_day'])(
    'takes a call that ended as %s for no use',
    (outcome) => {
      const hub = hubBy('a');
      const events = [hub.accepted('c1'), hub.called('c1', outcome)];
      expect(statusOf(...events)).toBe('connected/connected');
      expect(rowOf(reportOf(events), 'hub').tool_call_count).toBe(1);
    },
  );

  it('is connected over the modern protocol, without a connection', () => {
    const hub = hubBy('a');
    const events = [hub.acceptedModern(), hub.listed(4), hub.called()];
    expect(statusOf(...events)).toBe('active/used');
    expect(rowOf(reportOf(events), 'hub')).toMatchObject({
      connections: [],
      connection_id: null,
      era: 'modern',
    });
  });

  it('needs no acceptance seen before a list', () => {
    expect(statusOf(hubBy('a').listed(4))).toBe('active/tools_loaded');
    expect(statusOf(hubBy('a').listed(4, 'c1'))).toBe('active/tools_loaded');
  });

  it('is the best of the open connections', () => {
    const hub = hubBy('a');
    const two = [hub.accepted('c1'), hub.listed(5, 'c1'), hub.accepted('c2')];
    expect(statusOf(...two)).toBe('active/tools_loaded');
    expect(statusOf(...two, hub.closed('c1'))).toBe('connected/tools_loaded');
    expect(statusOf(...two, hub.closed('c1'), hub.listed(5, 'c2'))).toBe('active/tools_loaded');
    expect(statusOf(...two, hub.closed('c1'), hub.closed('c2'))).toBe('disconnected/tools_loaded');
  });

  it('says why and when the last connection ended, and forgets it with a new one', () => {
    const hub = hubBy('a');
    given(hub.accepted('c1'), hub.closed('c1', 'stdin_closed'))
      .when(hub.accepted('c2'))
      .thenReport((after, before) => {
        expect(rowOf(before, 'hub')).toMatchObject({ status: 'disconnected', reason_code: 'stdin_closed' });
        expect(rowOf(before, 'hub').disconnected_at).not.toBeNull();
        expect(rowOf(after, 'hub')).toMatchObject({
          status: 'connected',
          reason_code: null,
          disconnected_at: null,
        });
      });
  });

  it('takes no end of a legacy connection for the end of modern evidence', () => {
    const hub = hubBy('a');
    expect(statusOf(hub.acceptedModern(), hub.accepted('c1'), hub.listed(1), hub.closed('c1'))).toBe(
      'active/tools_loaded',
    );
  });

  it('lets evidence without a connection id live with the legacy connections that are known', () => {
    const hub = hubBy('a');
    const events = [hub.accepted('c1'), hub.listed(2)];
    expect(statusOf(...events)).toBe('active/tools_loaded');
    expect(statusOf(...events, hub.closed('c1'))).toBe('disconnected/tools_loaded');
  });

  it('is filtered or unavailable when said so, by the later word of one producer, and nothing stronger', () => {
    const hub = hubBy('a');
    const said = [hub.resolved(), hub.filtered('sse_unsupported'), hub.unavailable('executable_missing')];
    expect(statusOf(...said.slice(0, 2))).toBe('filtered/configured');
    expect(reasonOf(...said.slice(0, 2))).toBe('sse_unsupported');
    expect(statusOf(...said)).toBe('unavailable/configured');
    expect(statusOf(...said, hub.delivered())).toBe('delivered/delivered');
    expect(reasonOf(...said, hub.delivered())).toBeNull();
  });

  it('adds the reason of a refusal to a delivered row, and keeps it delivered', () => {
    const hub = hubBy('a');
    const events = [hub.delivered(), hub.refused('auth_required')];
    expect(statusOf(...events)).toBe('delivered/delivered');
    expect(reasonOf(...events)).toBe('auth_required');
    expect(reasonOf(...events, hub.accepted('c1'))).toBeNull();
  });

  it('is never moved by an endpoint test', () => {
    const operator = producerOf('operator');
    const test = (succeeded: boolean): EvidenceEvent =>
      operator.saw('endpoint-tested', {
        server_name: 'hub',
        reachable: succeeded,
        succeeded,
        warnings: ['slow_start'],
        duration_ms: 10,
        budget_ms: 100,
        tool_count: 18,
      });
    const hub = hubBy('a');
    expect(statusOf(hub.delivered(), test(true))).toBe('delivered/delivered');
    const active = [hub.accepted('c1'), hub.listed(3, 'c1'), test(false)];
    expect(statusOf(...active)).toBe('active/tools_loaded');
    expect(rowOf(reportOf(active), 'hub')).toMatchObject({
      tool_count: 3,
      endpoint_test: { succeeded: false, tool_count: 18 },
    });
  });

  it('is never moved by what the agent complains of', () => {
    const agent = producerOf('agent');
    const hub = hubBy('a');
    const report = reportOf([
      hub.accepted('c1'),
      hub.listed(3, 'c1'),
      agent.saw('problem-reported', { server_name: 'hub' }),
    ]);
    expect(rowOf(report, 'hub')).toMatchObject({ status: 'active', problem_report_count: 1 });
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'problem_reported', server_name: 'hub' }),
    );
  });
});

describe('a failure', () => {
  it('stands when nobody saw the server accept', () => {
    const hub = hubBy('a');
    const events = [hub.delivered(), hub.failed('connection_refused')];
    expect(statusOf(...events)).toBe('failed/delivered');
    expect(reasonOf(...events)).toBe('connection_refused');
    expect(rowOf(reportOf(events), 'hub').summary).toBe('It did not work.');
  });

  it('is outranked by what another producer saw accepted, before or after', () => {
    const [one, two] = [hubBy('a'), hubBy('b')];
    const events = [one.failed('agent_reported'), two.accepted('c1')];
    expect(statusOf(...events)).toBe('connected/connected');
    expect(statusOf(...events.toReversed())).toBe('connected/connected');
    expect(statusOf(...events, two.closed('c1'))).toBe('disconnected/connected');
  });

  it('and acceptance of one producer: the later decides', () => {
    const hub = hubBy('a');
    const early = [hub.failed('spawn_failed'), hub.accepted('c1')];
    expect(statusOf(...early)).toBe('connected/connected');
    expect(statusOf(...early, hub.closed('c1'), hub.failed('spawn_failed'))).toBe('failed/connected');
  });

  it('that was overcome stays in the checklist', () => {
    const hub = hubBy('a');
    const row = rowOf(reportOf([hub.failed('spawn_failed'), hub.accepted('c1')]), 'hub');
    expect(row).toMatchObject({ status: 'connected', reason_code: null });
    expect(row.failed_at).not.toBeNull();
  });

  it('never lowers a server with a live connection, nor one whose connection ends later', () => {
    const hub = hubBy('a');
    const events = [hub.accepted('c1'), hub.listed(1, 'c1'), hub.failed('timeout')];
    expect(statusOf(...events)).toBe('active/tools_loaded');
    expect(statusOf(...events, hub.closed('c1'))).toBe('disconnected/tools_loaded');
  });

  it('lowers modern evidence of the same producer, until a request is served again', () => {
    const hub = hubBy('a');
    const events = [hub.acceptedModern(), hub.listed(1), hub.failed('connection_refused')];
    expect(statusOf(...events)).toBe('failed/tools_loaded');
    expect(statusOf(...events, hub.called())).toBe('active/used');
  });

  it('that names a connection concerns that one', () => {
    const hub = hubBy('a');
    const events = [hub.accepted('c1'), hub.accepted('c2'), hub.listed(1, 'c2'), hub.failed('timeout', 'c1')];
    expect(statusOf(...events)).toBe('active/tools_loaded');
    const only = [hub.accepted('c1'), hub.failed('timeout', 'c1')];
    expect(statusOf(...only)).toBe('failed/connected');
    expect(statusOf(...only, hub.closed('c1'))).toBe('failed/connected');
    expect(statusOf(hub.acceptedModern(), hub.failed('timeout', 'c9'))).toBe('connected/connected');
  });

  it.each(['attachment-failed', 'connection-closed'] as const)(
    'is what the end of a process before acceptance is, and after it a close: %s',
    (type) => {
      const hub = hubBy('a');
      const exit = (): EvidenceEvent =>
        type === 'attachment-failed'
          ? hub.failed('process_exited', 'c1')
          : hub.closed('c1', 'process_exited');
      expect(statusOf(hub.delivered(), exit())).toBe('failed/delivered');
      const after = [hub.accepted('c1'), hub.listed(18, 'c1'), exit()];
      expect(statusOf(...after)).toBe('disconnected/tools_loaded');
      expect(rowOf(reportOf(after), 'hub')).toMatchObject({
        reason_code: 'process_exited',
        tool_count: 18,
        failed_at: null,
      });
      expect(statusOf(...after, hub.accepted('c2'), hub.listed(18, 'c2'))).toBe('active/tools_loaded');
    },
  );

  it('is what the end of a process that names no connection is, before acceptance only', () => {
    const hub = hubBy('a');
    expect(statusOf(hub.failed('process_exited'))).toBe('failed/configured');
    expect(statusOf(hub.accepted('c1'), hub.failed('process_exited'))).toBe('disconnected/connected');
    expect(statusOf(hub.acceptedModern(), hub.failed('process_exited'))).toBe('disconnected/connected');
    expect(statusOf(hub.accepted('c1'), hub.failed('process_exited'), hub.accepted('c2'))).toBe(
      'connected/connected',
    );
  });

  it('of the session call is the attempt’s, and colours no server that it does not name', () => {
    const relay = producerOf('relay');
    const hub = eventsOf('hub', relay);
    const refused = { reason_code: 'session_new_failed', summary: 'The agent refused the session.' };
    const report = reportOf([hub.delivered(), relay.saw('attachment-failed', refused)]);
    expect(report.session_error).toMatchObject(refused);
    expect(rowOf(report, 'hub').status).toBe('delivered');
    const naming = reportOf([
      hub.delivered(),
      relay.saw('attachment-failed', { ...refused, server_name: 'hub' }),
    ]);
    expect(naming.session_error).toMatchObject(refused);
    expect(rowOf(naming, 'hub').status).toBe('failed');
  });
});

describe('the end of an execution', () => {
  const end = (): EvidenceEvent => producerOf('host').saw('execution-ended', { reason_code: 'exited' });

  it('turns what is live disconnected, and leaves the rest', () => {
    const hub = hubBy('a');
    const live = [hub.accepted('c1'), hub.listed(1, 'c1'), end()];
    expect(statusOf(...live)).toBe('disconnected/tools_loaded');
    expect(reasonOf(...live)).toBe('exited');
    expect(statusOf(hub.delivered(), end())).toBe('delivered/delivered');
    expect(statusOf(hub.failed('timeout'), end())).toBe('failed/configured');
  });

  it('lets evidence rise, and nothing turn green', () => {
    const hub = hubBy('a');
    const late = [hub.accepted('c1'), hub.listed(1, 'c1')];
    expect(statusOf(hub.delivered(), end(), ...late)).toBe('disconnected/tools_loaded');
    expect(reportOf([end()])).toMatchObject({ end_reason_code: 'exited' });
  });
});
