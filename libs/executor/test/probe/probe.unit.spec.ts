import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { probeAgent } from '../../src/probe/probe-agent.ts';
import type { ProbeOptions } from '../../src/probe/probe-options.ts';
import type { ProbeResult } from '../../src/probe/result.ts';
import { withDirectory } from '../directory.ts';
import { until } from '../run.ts';
import { sourceEnvironment } from '../sources.ts';

const agent = fileURLToPath(new URL('./agent.mjs', import.meta.url));

interface Probed {
  readonly result: ProbeResult;
  readonly frames: readonly string[];
  readonly steps: readonly string[];
}

async function probe(does: object, over: Partial<ProbeOptions> = {}): Promise<Probed> {
  const frames: string[] = [];
  const steps: string[] = [];
  const result = await probeAgent({
    command: [process.execPath, agent, JSON.stringify(does)],
    directory: process.cwd(),
    environment: sourceEnvironment,
    transports: null,
    prompt: null,
    mode: null,
    timeoutMs: 60_000,
    stderr: true,
    onFrame: (direction, line) => void frames.push(`${direction} ${line}`),
    onStep: (step) => void steps.push(step),
    ...over,
  });
  return { result, frames, steps };
}

const callOf = ({ calls }: ProbeResult, method: string): ProbeResult['calls'][number] | undefined =>
  calls.find((call) => call.method === method);

describe('a probe', () => {
  it('says apart what an agent advertises, was sent, connects to, lists and calls, in every session call', () =>
    withDirectory(async (directory) => {
      const log = join(directory, 'log');
      const { result, frames, steps } = await probe({ log }, { prompt: '' });
      expect(result).toMatchObject({
        agent: { name: 'scripted', version: '1.2.3' },
        acp_version: 1,
        prompt: 'ok',
        failure: null,
      });
      expect(result.calls.map(({ method, offered, answer }) => [method, offered, answer])).toEqual([
        ['session/new', true, 'ok'],
        ['session/load', true, 'ok'],
        ['session/resume', false, null],
        ['session/fork', true, 'ok'],
      ]);
      const opened = callOf(result, 'session/new')?.sentinels ?? [];
      expect(
        opened.map(({ transport, advertised, tool_count, tool_calls }) => [
          transport,
          advertised,
          tool_count,
          tool_calls,
        ]),
      ).toEqual([
        ['stdio', true, 3, 0],
        ['http', true, 3, 0],
        ['sse', true, 3, 1],
      ]);
      for (const { accepted } of opened) {
        expect(accepted).toMatchObject({ era: 'legacy', client: { name: 'scripted', version: '1.0.0' } });
        expect(accepted?.after_answer_ms).toBeLessThan(0);
      }
      expect(callOf(result, 'session/load')?.kept_previous).toBe(false);
      expect(result.again).toEqual({
        method: 'session/load',
        answer: 'ok',
        error_code: null,
        reconnected: true,
        kept_previous: false,
      });
      expect(result.close).toEqual({ answer: 'ok', error_code: null, ended: ['stdio', 'http', 'sse'] });
      expect(steps).toEqual([
        'initialize',
        'session/new',
        'session/prompt',
        'session/load with the same servers',
        'session/load',
        'session/fork',
        'session/close',
      ]);
      expect(frames).toContain('received this agent is chatty');
      const answers = (await readFile(log, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(answers).toEqual([
        { id: 'p', result: { outcome: { outcome: 'selected', optionId: 'b' } } },
        { id: 'f', error: { code: -32601, message: expect.any(String) } },
      ]);
    }));

  it('says where an agent keeps what it had, and sends what was asked for alone', async () => {
    const { result } = await probe({ keeps: true }, { transports: ['http'], laterMs: 500 });
    expect(callOf(result, 'session/new')?.sentinels).toHaveLength(1);
    expect(callOf(result, 'session/load')).toMatchObject({ answer: 'ok', kept_previous: true });
    expect(result.again).toMatchObject({ method: 'session/load', reconnected: false, kept_previous: true });
    expect(result.close).toEqual({ answer: 'ok', error_code: null, ended: [] });
  });

  it.each([
    [{ keeps: true, refuseAt: 'session/load' }, 60_000, 'refused'],
    // So long it waits for the agent to connect.
    [{ ignores: true }, 10_000, 'ok'],
  ])('does not say that an agent keeps what it had of one that does %j', async (does, timeoutMs, answer) => {
    const { result } = await probe(does, { transports: ['http'], timeoutMs, laterMs: 500 });
    expect(callOf(result, 'session/load')).toMatchObject({ answer, kept_previous: false });
    expect(result.again).toMatchObject({ answer, reconnected: false, kept_previous: false });
  });

  it.each([
    [{ stopAt: 'session/new' }, 60_000, 'The agent ended before it answered session/new.'],
    [{ hangAt: 'initialize' }, 1000, 'There was no answer in time to initialize.'],
  ])('gives a summary also of an agent that does %j', async (does, timeoutMs, failure) => {
    const { result } = await probe(does, { timeoutMs });
    expect(result.failure).toBe(failure);
  });

  it('says that there is no such command', async () => {
    const { result } = await probe({}, { command: ['no-such-agent'] });
    expect(result.failure).toBe('There is no command "no-such-agent" that can be started.');
  });

  it('ends what the agent started', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'child');
      await probe({ child: file }, { transports: ['http'] });
      const pids = JSON.parse(await readFile(file, 'utf8')) as number[];
      const isRunning = (pid: number): boolean => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      };
      await until('the end of the children', () => (pids.some(isRunning) ? undefined : true));
      expect(pids).toHaveLength(2);
    }));
});
