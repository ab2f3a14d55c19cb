import { describe, expect, it } from '@jest/globals';
import { createEffective } from '../src/effective/effective.ts';
import { createTestHandler } from '../src/endpoint-test/answer-test.ts';
import type { Fact } from '../src/journal/fact.ts';
import { createOutputHandler } from '../src/recent-output/answer-output.ts';
import { createRing } from '../src/recent-output/ring.ts';

const { signal } = new AbortController();
const of = { attachment_attempt_id: 'attempt', server_name: 'hub' };

function scene() {
  const effective = createEffective();
  const noted: Fact[] = [];
  const operator = { note: (_attempt: string, facts: readonly Fact[]) => void noted.push(...facts) };
  const test = createTestHandler({ effective, testDoor: () => Promise.resolve(null), operator });
  const output = createOutputHandler({ effective, recent: createRing() });
  const entry = { type: 'http', name: 'hub', url: 'http://127.0.0.1:9/', headers: [] } as const;
  const servers = new Map([['hub', { kind: 'entry', entry } as const]]);
  effective.put('attempt', { revision: null, directory: '/', environment: {}, servers });
  return { effective, noted, test, output };
}

describe('what an operator asks of an executor', () => {
  it('is done for a server that the attempt has, and for no other', async () => {
    const { test, output, noted } = scene();
    expect(await test(of, signal)).toMatchObject({ data: { reason_code: 'connection_refused' } });
    expect(noted.map(({ type, witness }) => [type, witness])).toEqual([['endpoint-tested', 'operator']]);
    expect(await output(of, signal)).toEqual({ data: { lines: [], omitted: 0 } });
    for (const other of [{ ...of, server_name: 'gone' }, { ...of, attachment_attempt_id: 'other' }, {}])
      expect(await test(other, signal)).toEqual({ code: 'not_effective' });
    expect(noted).toHaveLength(1);
  });

  it('is refused with its reason once the attempt was let go', async () => {
    const { effective, test, output, noted } = scene();
    effective.forget('attempt');
    expect(await test(of, signal)).toEqual({ code: 'not_effective' });
    expect(await output(of, signal)).toEqual({ code: 'execution_ended' });
    expect(noted).toEqual([]);
  });
});
