import { describe, expect, it } from '@jest/globals';
import type { AgainResult, CallResult, ProbeResult } from '@mcp-witness/executor';
import { renderMatrix, renderProbe } from './render-probe.ts';

const opened: CallResult = {
  method: 'session/new',
  offered: true,
  answer: 'ok',
  error_code: null,
  sentinels: [],
  kept_previous: false,
};
const again: AgainResult = {
  method: 'session/load',
  answer: 'ok',
  error_code: null,
  reconnected: false,
  kept_previous: false,
};

const result = (own: Partial<AgainResult>, load: Partial<CallResult> = {}): ProbeResult => ({
  command: ['agent'],
  agent: { name: 'agent', version: '1' },
  acp_version: 1,
  calls: [opened, { ...opened, method: 'session/load', ...load }],
  again: { ...again, ...own },
  close: null,
  prompt: null,
  failure: null,
  duration_ms: 1,
});

const lineOf = (own: Partial<AgainResult>): string =>
  renderProbe(result(own)).split('servers that it had  ')[1] ?? '';

function cellOf(one: ProbeResult, heading: string): string | undefined {
  const [head, , row] = renderMatrix({ agent: one })
    .split('\n')
    .map((line) => line.split(' | '));
  return row?.[head?.indexOf(heading) ?? -1];
}

describe('what a probe says of a session that is opened with the same servers again', () => {
  it.each([
    [{ reconnected: true }, 'taken; connected to them once more', 'connects'],
    [{ kept_previous: true }, 'taken; kept its connections', 'keeps'],
    [{}, 'taken', 'taken'],
    [{ answer: 'none' }, 'no answer', 'no answer'],
    [{ answer: 'refused', error_code: -32602 }, 'refused (-32602)', 'refused (-32602)'],
    [
      { answer: 'refused', error_code: -32603, reconnected: true },
      'refused (-32603); connected to them once more',
      'refused (-32603), connects',
    ],
  ] as const)('is, for %j, what was seen and no more', (own, line, cell) => {
    expect(lineOf(own)).toBe(line);
    expect(cellOf(result(own), 'same again')).toBe(cell);
  });
});

describe('what the table of probes says of a later session call', () => {
  const accepted = {
    era: 'legacy',
    protocol_version: '2025-11-25',
    client: null,
    after_answer_ms: 1,
  } as const;
  const sentinel = {
    transport: 'http',
    advertised: true,
    delivered: true,
    accepted,
    tool_count: 3,
    tool_calls: 0,
  } as const;

  it.each([
    [{ sentinels: [sentinel] }, 'connects'],
    [{ sentinels: [{ ...sentinel, accepted: null }], kept_previous: true }, 'keeps'],
    [{ sentinels: [{ ...sentinel, accepted: null }] }, 'taken'],
  ])('is what was seen and no more (%#)', (load, cell) => {
    expect(cellOf(result({}, load), 'load')).toBe(cell);
  });
});
