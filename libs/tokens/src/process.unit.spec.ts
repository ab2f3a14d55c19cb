import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');

async function run(script: string): Promise<{ status: number | null; said: string }> {
  const child = spawn(
    process.execPath,
    [
      ...[
        '--conditions=@mcp-witness/source',
        '--import',
        './test/support/typescript.mjs',
        '--input-type=module',
      ],
      ...['--eval', `import { createTokenEstimator } from '@mcp-witness/tokens';\n${script}`],
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], timeout: 25_000 },
  );
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { status: child.exitCode, said };
}

describe('a process with a token estimator', () => {
  it('exits by itself after an estimate, without close', async () => {
    const result = await run(`
      const work = setInterval(() => undefined, 1_000);
      console.log(await createTokenEstimator().estimate([{ name: 'ping', inputSchema: { type: 'object' } }]));
      clearInterval(work);`);
    expect(result).toEqual({ status: 0, said: '[ 12 ]\n' });
  });

  it('exits by itself while an estimate is being made', async () => {
    const result = await run(`
      void createTokenEstimator({ budgetMs: 600_000 }).estimate([{ name: 'x '.repeat(3_000_000) }]);
      console.log('done');`);
    expect(result).toEqual({ status: 0, said: 'done\n' });
  });

  it('starts no thread for what needs no counting', async () => {
    const result = await run(`
      console.log(await createTokenEstimator().estimate([undefined]), process.getActiveResourcesInfo().includes('MessagePort'));`);
    expect(result).toEqual({ status: 0, said: '[ null ] false\n' });
  });
});
