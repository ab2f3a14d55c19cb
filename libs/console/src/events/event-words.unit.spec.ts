import { describe, expect, it } from '@jest/globals';
import type { RecordedEvidence } from '@mcp-witness/evidence';
import { eventDetail, eventName, serverOf } from './event-words.ts';

const event = (type: string, data: object): RecordedEvidence => ({ type, data }) as RecordedEvidence;

describe('the words for an event', () => {
  it('say what it says, beside its type and server', () => {
    const said = (type: string, data: object): string => eventDetail(event(type, data));
    expect(said('attempt-started', { entry: 'session/load', agent_id: 'copilot' })).toBe(
      'session/load · copilot',
    );
    expect(said('server-filtered', { reason_code: 'sse_unsupported' })).toBe(
      'the agent takes no SSE servers',
    );
    expect(said('server-filtered', { reason_code: 'of_a_newer_service' })).toBe('of a newer service');
    expect(said('tools-listed', { tool_count: 1, complete: false })).toBe('1 tool · not all pages');
    expect(
      said('tool-called', {
        tool_name: 'find',
        outcome: 'tool_error',
        duration_ms: 1250,
        result_bytes: 2048,
      }),
    ).toBe('find · tool error · 1.3 s · 2 KiB');
    expect(said('session-accepted', {})).toBe('');
  });

  it('are there for a type and a server that are not known here', () => {
    expect(eventName('tool-called')).toBe('Tool called');
    expect(eventDetail(event('of-a-newer-service', {}))).toBe('');
    expect(serverOf(event('tool-called', { server_name: 'hub' }))).toBe('hub');
    expect(serverOf(event('attempt-started', {}))).toBeNull();
  });
});
