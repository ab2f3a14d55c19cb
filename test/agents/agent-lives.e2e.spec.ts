import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Attempt } from '@mcp-witness/evidence';
import { withService } from '../support/service.ts';
import { type Life, live } from './harness/life.ts';
import { type Agent, chosenAgents } from './harness/registry.mjs';
import { comparable, observedServers, plainServers, wayOf } from './harness/servers.ts';
import type { Step } from './harness/steps.ts';
import { keptByNotes, type Row, rowByNotes, rowByReport, serverNamed } from './harness/tally.ts';

const chosen = chosenAgents();

const unseen: Row = {
  status: 'delivered',
  evidence: 'delivered',
  era: null,
  protocol_version: null,
  client: null,
  tool_count: null,
  tool_call_count: 0,
  connection_count: 0,
  ends: [],
};

const delivered = {
  status: 'delivered',
  evidence: 'delivered',
  tool_count: null,
  tool_call_count: 0,
  connection_count: 0,
};
const silence = { era: null, protocol_version: null };

/** A prompt calls one tool of every server; after a refused call it goes to the servers of an earlier attempt. */
const used = (name: string, { refused }: Step): object => ({
  source: name === 'witness' ? 'built_in' : 'profile',
  observed: true,
  status: 'active',
  evidence: refused === null ? 'used' : 'tools_loaded',
  tool_count: name === 'witness' ? 3 : 2,
  tools_list_complete: true,
  tool_call_count: refused === null ? 1 : 0,
  tool_error_count: 0,
});

const methodsOf = ({ calls }: Agent): string[] => [
  'session/new',
  'session/load',
  'session/load',
  ...calls.filter((call) => call !== 'session/load'),
  'session/load',
];

/** Every step with every attempt that its process had by then. */
const comparisons = ({ steps }: Life): { step: Step; label: string; attempt: Attempt }[] =>
  steps.flatMap((step) => step.attempts.map((one) => ({ step, ...one })));

const answersOf = (agent: Agent, { method, label }: Step): readonly (number | null)[] => {
  if (method !== 'session/load') return [null];
  return agent.answersLoad[label.startsWith('second') ? 'anew' : 'live'];
};

/** Rows of servers that the agent of this step has to have reached, by name. */
const reached = (agent: Agent, { attempt, attaches }: Step): readonly string[] =>
  attaches ? comparable(attempt).filter((name) => agent.speaks[wayOf(name) ?? 'http'].length > 0) : [];

describe.each(chosen)('the life of $name under witness run', (agent) => {
  let life: Life;
  beforeAll(async () => {
    life = await withService(({ url }) => live(agent, url));
  });

  it('goes through every session call that the agent has, and each is an attempt', () => {
    expect(life.steps.map(({ method }) => method)).toEqual(methodsOf(agent));
    for (const step of life.steps) {
      const { attempt, method, refused } = step;
      expect(answersOf(agent, step)).toContain(refused);
      expect(attempt).toMatchObject({
        entry: method,
        forked_from: method === 'session/fork' ? life.sessionId : null,
        evidence_lost: { count: 0, gaps: 0 },
      });
      expect(attempt.session_error?.reason_code ?? null).toBe(
        refused === null ? null : 'session_load_failed',
      );
      expect(attempt.accepted_at === null).toBe(refused !== null);
    }
    const own = life.steps.filter(({ method }) => method !== 'session/fork');
    expect(own.map(({ attempt }) => attempt.ordinal)).toEqual(own.map((_, index) => index + 1));
  });

  it('is told to have been sent what came to the agent, and nothing else', () => {
    for (const { attempt, label } of life.steps) {
      const came = life.log.sent.find((one) => one.attempt === label)!.sent;
      const told = attempt.servers.filter(({ delivered_at }) => delivered_at !== null);
      expect(told.map(({ name, transport }) => ({ name, transport }))).toEqual(came);
      expect(told.map(({ channel }) => channel)).toEqual(told.map(() => 'acp'));
    }
  });

  it('is told of observed servers as they wrote it down themselves, in every attempt and after every call', () => {
    for (const { step, label, attempt } of comparisons(life)) {
      for (const server of comparable(attempt)) {
        const row = rowByReport(serverNamed(attempt, server)!);
        const notes = rowByNotes(step.log, { server, attempt: label });
        expect({ step: step.name, label, server, ...row }).toEqual({
          step: step.name,
          label,
          server,
          ...notes,
        });
      }
    }
  });

  it('reaches, lists and uses the servers of the calls that attach, by the versions known of it', () => {
    for (const step of life.steps) {
      const names = reached(agent, step);
      for (const name of comparable(step.attempt)) {
        const server = serverNamed(step.attempt, name)!;
        const { era, protocol_version } = server;
        const spoken = names.includes(name) ? agent.speaks[wayOf(name)!] : [silence];
        expect(spoken).toContainEqual({ era, protocol_version });
        expect(server).toMatchObject(names.includes(name) ? used(name, step) : delivered);
      }
    }
  });

  it('is told as delivered, and never more or less, what nobody of ours carries', () => {
    for (const { attempt } of [...comparisons(life), ...life.ended.map((ended) => ({ attempt: ended }))]) {
      for (const name of plainServers) {
        const server = serverNamed(attempt, name);
        if (server === undefined || server.status === 'configured') continue;
        expect(rowByReport(server)).toEqual(unseen);
        expect(server).toMatchObject({ observed: false, reason_code: null, failed_at: null });
      }
    }
  });

  it('leaves out what it does not take without a word, which is no failure', () => {
    const silent = [...observedServers, ...plainServers].filter((name) => {
      const way = name.endsWith('-broken') ? 'stdio' : wayOf(name);
      return way !== null && agent.speaks[way].length === 0;
    });
    for (const { attempt } of comparisons(life)) {
      for (const server of attempt.servers.filter(({ name }) => silent.includes(name))) {
        expect(['delivered', 'configured']).toContain(server.status);
        expect(server).toMatchObject({ reason_code: null, failed_at: null });
      }
    }
    const wrote = new Set(life.log.notes.map(({ server }) => server));
    const taken = plainServers.filter((name) => wayOf(name) !== null && !silent.includes(name));
    expect(plainServers.filter((name) => wrote.has(name))).toEqual(taken);
  });

  it('is told that a server could not be started, where somebody tried', () => {
    const tried = agent.speaks.stdio.length > 0;
    for (const { attempt, attaches } of life.steps) {
      const broken = serverNamed(attempt, 'seen-broken');
      expect(broken).toMatchObject(
        tried && attaches
          ? { status: 'failed', evidence: 'delivered', reason_code: 'spawn_failed', connection_count: 0 }
          : { status: 'delivered', evidence: 'delivered', reason_code: null },
      );
    }
  });

  it('is told to have kept an attachment when the servers of an earlier attempt say that it did', () => {
    for (const { attempt, attempts, label, method, log } of life.steps) {
      const earlier = method === 'session/fork' ? [] : attempts.map((one) => one.label).slice(0, -1);
      const kept = keptByNotes(log, label, earlier);
      expect({ label, kept: attempt.agent_kept_previous_attachment }).toEqual({ label, kept });
    }
    const again = life.steps.find(({ attaches }) => !attaches);
    expect(again?.attempt.agent_kept_previous_attachment ?? true).toBe(true);
  });

  it('is told which servers a load no longer names', () => {
    const { attempt } = life.steps.find(({ name }) => name === 'load with other servers')!;
    for (const name of ['seen-sse', 'plain-stdio']) {
      expect(serverNamed(attempt, name)).toMatchObject({ status: 'configured', evidence: 'configured' });
    }
    const found = (wanted: string): readonly (string | null)[] =>
      attempt.findings.filter(({ code }) => code === wanted).map(({ server_name }) => server_name);
    expect(found('not_in_load')).toEqual(['seen-sse', 'plain-stdio']);
    expect(found('kept_previous_attachment')).toEqual(attempt.agent_kept_previous_attachment ? [null] : []);
  });

  it('connects again to servers whose configuration stayed the same, or does not', () => {
    const opened = ({ log }: Step): number =>
      log.notes.filter(({ server, method }) => server === 'plain-sse' && method === 'initialize').length +
      log.notes.filter(({ server, method }) => server === 'plain-http' && method === 'tools/list').length;
    const [first, same] = life.steps;
    expect(opened(same!) > opened(first!)).toBe(agent.reconnectsUnchanged);
  });

  it('is over when its process is: nothing stays active, and nothing turns into a failure by that', () => {
    for (const [index, attempt] of life.ended.entries()) {
      expect(attempt.end_reason_code).toMatch(/^(exited|killed)$/);
      const failed = attempt.servers.filter(({ status }) => status === 'failed').map(({ name }) => name);
      expect(failed.filter((name) => name !== 'seen-broken')).toEqual([]);
      for (const name of comparable(attempt)) {
        const { status } = serverNamed(attempt, name)!;
        const { evidence } = serverNamed(life.steps[index]!.attempt, name)!;
        expect({ name, status }).toEqual({
          name,
          status: evidence === 'delivered' ? 'delivered' : 'disconnected',
        });
      }
    }
  });
});
