import { describe, expect, it } from '@jest/globals';
import { codes } from './codes.ts';

const leaves = (tree: object): string[] =>
  Object.values(tree).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : leaves(value as object),
  );

describe('codes', () => {
  it('are these reason codes, and keep being these', () => {
    expect(
      Object.fromEntries(Object.entries(codes.reason).map(([group, tree]) => [group, leaves(tree)])),
    ).toEqual({
      filtered: [
        'http_unsupported',
        'sse_unsupported',
        'acp_unsupported',
        'stdio_unsupported',
        'policy_denied',
        'duplicate_name',
        'reserved_name',
        'disabled',
        'invalid_configuration',
        'protocol_unsupported',
        'passthrough_unsupported',
      ],
      unavailable: ['executable_missing', 'secret_unresolved', 'strategy_missing'],
      failed: [
        'session_new_failed',
        'session_load_failed',
        'session_resume_failed',
        'session_fork_failed',
        'materialization_failed',
        'spawn_failed',
        'process_exited',
        'connection_refused',
        'dns_failed',
        'tls_failed',
        'timeout',
        'agent_reported',
      ],
      refused: [
        'auth_required',
        'auth_required_no_offer',
        'forbidden',
        'not_found',
        'wrong_transport',
        'not_mcp',
        'protocol_rejected',
        'initialize_failed',
        'stale_session',
        'already_initialized',
        'tools_list_failed',
        'request_too_large',
      ],
      test: ['redirect_refused', 'not_testable', 'test_failed'],
      warning: ['stdout_noise', 'slow_start', 'pagination_loop'],
      closed: ['client_deleted', 'stdin_closed', 'stream_closed', 'process_exited', 'endpoint_closed'],
      ended: ['exited', 'killed', 'session_closed', 'lease_lost'],
      lost: ['spool_full', 'buffer_full', 'frame_too_large', 'front_killed'],
    });
  });

  it('are these finding codes, and keep being these', () => {
    expect(leaves(codes.finding)).toEqual([
      'unresolved_server',
      'not_in_load',
      'reserved_name',
      'duplicate_name',
      'pagination_loop',
      'problem_reported',
      'tested_not_listed',
      'listing_incomplete',
      'used_not_delivered',
      'recovered',
      'kept_previous_attachment',
      'catalog_changed',
      'too_many_servers',
      'too_many_producers',
    ]);
  });

  it('all have the form that a code has on the wire', () => {
    for (const code of leaves(codes)) expect(code).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
  });
});
