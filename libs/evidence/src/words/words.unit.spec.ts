import { describe, expect, it } from '@jest/globals';
import {
  checklist,
  codes,
  reasonPhrase,
  statusWords,
  testStagePhrase,
  witnessPhrase,
  type Attempt,
  type Server,
} from '../index.ts';

const server = {
  name: 'witness',
  configured_at: '2026-11-30T12:00:00.000001Z',
  delivered_at: '2026-11-30T12:00:00.000002Z',
  connected_at: '2026-11-30T12:00:00.000003Z',
  tools_listed_at: null,
  used_at: null,
} as Server;

const attempt = {
  evidence: [
    { kind: 'server-delivered', server_name: 'witness', witness: 'acp_relay' },
    { kind: 'protocol-accepted', server_name: 'another', witness: 'front' },
    { kind: 'tools-listed', server_name: 'witness', witness: 'in_session_endpoint' },
  ],
} as unknown as Attempt;

describe('the words for a status', () => {
  it('are these, and no others', () => {
    expect(statusWords).toEqual({
      active: { label: 'Active', colour: 'green' },
      connected: { label: 'Connected', colour: 'amber' },
      delivered: { label: 'Delivered · connection unverified', colour: 'amber' },
      disconnected: { label: 'Disconnected', colour: 'grey' },
      failed: { label: 'Failed', colour: 'red' },
      filtered: { label: 'Filtered', colour: 'grey' },
      unavailable: { label: 'Unavailable', colour: 'grey' },
      configured: { label: 'Not delivered', colour: 'grey' },
    });
  });

  it('name a witness that is not known as it is', () => {
    expect([witnessPhrase('acp_relay'), witnessPhrase('constructor')]).toEqual([
      'the ACP relay',
      'constructor',
    ]);
  });
});

describe('the words for reasons', () => {
  it('are there for every code of ours, and for no other', () => {
    const leaves = (tree: object): string[] =>
      Object.values(tree).flatMap((value: object | string) =>
        typeof value === 'string' ? [value] : leaves(value),
      );
    for (const code of leaves(codes.reason))
      expect([code, reasonPhrase(code)]).toEqual([code, expect.any(String)]);
    expect(reasonPhrase('endpoint_closed')).toBe('the endpoint of Witness was closed');
    expect([reasonPhrase('constructor'), reasonPhrase('of_another')]).toEqual([null, null]);
  });
});

describe('the words for the stages of a test', () => {
  it('say where a download may take its time, and are there for no stage that is not ours', () => {
    const words = (stage: string, may_download = false): string | null =>
      testStagePhrase({ stage, may_download });
    expect([words('start'), words('connect'), words('tools_list', true)]).toEqual([
      'starting it',
      'connecting',
      'listing its tools',
    ]);
    expect([words('initialize'), words('initialize', true)]).toEqual([
      'waiting for its first answer',
      'waiting for its first answer; it may have to be downloaded first',
    ]);
    expect(words('constructor')).toBeNull();
  });
});

describe('the checklist of a server', () => {
  it('gives each step its time and its own witness, and none to a step that was not seen', () => {
    expect(checklist(attempt, server).map(({ level, at, witness }) => [level, at, witness])).toEqual([
      ['configured', server.configured_at, null],
      ['delivered', server.delivered_at, 'acp_relay'],
      ['connected', server.connected_at, null],
      ['tools_loaded', null, null],
      ['used', null, null],
    ]);
  });
});
