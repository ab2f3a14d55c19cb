import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { interrupt, type Ran, witness } from './terminal.ts';

const agent = fileURLToPath(new URL('../../executor/test/probe/agent.mjs', import.meta.url));

/** Probes the scripted agent, with its frames in a file. */
async function withProbe(
  does: object,
  flags: readonly string[],
  check: (ran: Ran, frames: string) => unknown,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-probe-'));
  try {
    const frames = join(directory, 'frames.jsonl');
    const own = ['probe', '--exec', '--timeout', '1m', '--frames', frames, ...flags];
    const command = ['--', process.execPath, agent, JSON.stringify(does)];
    await check(await witness([...own, ...command]), frames);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface Frame {
  readonly agent: string;
  readonly direction: string;
  readonly line: string;
}

describe('witness probe', () => {
  it('prints what the agent did call by call, and writes every frame to a file that nobody else reads', () =>
    withProbe({}, ['--transport', 'http'], async ({ code, out, err }, file) => {
      expect([code, err]).toEqual([0, expect.stringContaining('witness: node: session/new\n')]);
      const lines = out.trimEnd().split('\n');
      expect(lines[0]).toMatch(/: scripted 1\.2\.3, ACP 1$/);
      const calls = lines.filter((line) => line.startsWith('  session/'));
      expect(calls).toEqual([
        '  session/new  taken',
        '  session/load  taken',
        '  session/resume  not offered',
        '  session/fork  taken',
        '  session/load with the servers that it had  taken; connected to them once more',
        '  session/close  taken; ended connections over http',
      ]);
      expect(lines[2]).toMatch(
        /^ {4}http {2}advertised yes, delivered, MCP \S+ \(legacy\) by scripted 1\.0\.0.*, 3 tools listed$/,
      );
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const frames = (await readFile(file, 'utf8')).trimEnd().split('\n');
      const first = JSON.parse(frames[0] ?? '') as Frame;
      expect(first).toMatchObject({ agent: 'node', direction: 'sent' });
      expect(first.line).toContain('"initialize"');
    }));

  it('ends with 130 when it is interrupted, with what it found so far', async () => {
    const command = ['--', process.execPath, agent, JSON.stringify({ hangAt: 'session/new' })];
    const { code, out, err } = await interrupt(witness(['probe', '--exec', '--json', ...command]));
    expect([code, err]).toEqual([130, expect.stringContaining('witness: interrupted\n')]);
    expect(JSON.parse(out)).toMatchObject({ close: null });
  });

  it('ends with 1, and says why, where the agent stopped', () =>
    withProbe({ stopAt: 'session/new' }, ['--json'], ({ code, out, err }) => {
      expect(code).toBe(1);
      const { failure } = JSON.parse(out) as { failure: string };
      expect(failure).not.toBe('');
      expect(err).toContain(failure);
    }));
});
