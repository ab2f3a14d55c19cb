import { describe, expect, it } from '@jest/globals';
import type { Attempt, History, Server } from '@mcp-witness/evidence';
import { withService } from '../support/service.ts';
import { type Agent, chosenAgents } from './harness/registry.mjs';
import { playStory, type Story } from './harness/story.mjs';

const chosen = chosenAgents();

const serverNamed = (attempt: Attempt, name: string): Server | undefined =>
  attempt.servers.find((server) => server.name === name);

/** What must stand of both servers in the attempt that is current, whatever came first. */
const expectUsed = ({ current }: History, agent: Agent): void => {
  expect(current).toMatchObject({ session_error: null, evidence_lost: { count: 0, gaps: 0 } });
  expect(current.accepted_at).not.toBeNull();
  expect(serverNamed(current, 'witness')).toMatchObject({
    source: 'built_in',
    status: 'active',
    evidence: 'used',
    tool_count: 3,
    tools_list_complete: true,
    tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
  });
  const { era, protocol_version, estimated_tokens_total } = serverNamed(current, 'witness')!;
  expect(agent.speaks.http).toContainEqual({ era, protocol_version });
  expect(estimated_tokens_total).toBeGreaterThan(0);
};

/** A refused load is the attempt's error, and no server's: the agent may still have connected. */
const expectRefused = ({ current }: History): void => {
  expect(current).toMatchObject({ accepted_at: null, session_error: { reason_code: 'session_load_failed' } });
  expect(current.servers.map(({ status }) => status)).not.toContain('failed');
};

const notes = {
  source: 'profile',
  status: 'delivered',
  evidence: 'delivered',
  target: 'node',
  reason_code: null,
};

const expectStory = ({ afterNew, afterLoad, loadError }: Story, agent: Agent): void => {
  expect(afterNew.current).toMatchObject({ ordinal: 1, entry: 'session/new' });
  expectUsed(afterNew, agent);
  expect(serverNamed(afterNew.current, 'notes')).toMatchObject(notes);

  expect(afterLoad.current).toMatchObject({ ordinal: 2, entry: 'session/load' });
  if (loadError === null) expectUsed(afterLoad, agent);
  else expectRefused(afterLoad);
  expect(serverNamed(afterLoad.current, 'notes')).toMatchObject(notes);

  const [former] = afterLoad.previous;
  expect(afterLoad.previous).toHaveLength(1);
  expect(former).toMatchObject({
    ordinal: 1,
    superseded_by: afterLoad.current.attachment_attempt_id,
    end_reason_code: expect.any(String),
  });
  expect(serverNamed(former!, 'witness')).toMatchObject({ evidence: 'used', tool_count: 3 });
  expect(serverNamed(former!, 'witness')?.tools ?? null).toBeNull();
};

describe('a real agent under witness run', () => {
  it.each(chosen)(
    '$name: the report says what its session was sent, reached, listed and used',
    async (agent) => {
      await withService(async ({ url }) => {
        const story = await playStory({ agent, serviceUrl: url });
        expectStory(story, agent);
        expect(agent.answersLoad.anew).toContain(story.loadError?.code ?? null);
        expect(story.thirdPartySaw.includes('tools/list')).toBe(agent.speaks.stdio.length > 0);
      });
    },
  );
});
