import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withDirectory } from '../directory.ts';
import { until } from '../run.ts';
import { standIn, withScene } from './scene.ts';

describe('a scene of passthroughs', () => {
  it('ends those that a failed test left held', async () => {
    const started: ChildProcess[] = [];
    const failed = withScene(async ({ hold }) => {
      started.push((await hold('claude')).child);
      throw new Error('as an expectation does');
    });
    await expect(failed).rejects.toThrow('as an expectation does');
    const hosts = started.map(({ signalCode }) => signalCode);
    for (const child of started) child.kill('SIGKILL');
    expect(hosts).toEqual(['SIGKILL']);
  });

  it('has a stand-in that ends when its directory is gone', () =>
    withDirectory(async (directory) => {
      const out = join(directory, 'seen.json');
      const child = spawn(process.execPath, [standIn, 'cursor', out, 'hold'], {
        cwd: '/',
        stdio: 'ignore',
      });
      const exit = once(child, 'exit');
      await until('the stand-in', () => readFile(out).catch(() => undefined));
      await rm(directory, { recursive: true });
      const ends = until('its end', () => (child.exitCode === null ? undefined : true));
      await ends.finally(() => child.kill('SIGKILL'));
      expect(await exit).toEqual([9, null]);
    }));
});
