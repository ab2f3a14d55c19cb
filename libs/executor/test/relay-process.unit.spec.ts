import { describe, expect, it } from '@jest/globals';
import { ofType, until, withRun } from './run.ts';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the agent process', () => {
  it.each([0, 3, 255])('gives its exit code %d to the relay', async (code) => {
    await withRun({}, async (run) => {
      run.send({ method: 'test/exit', params: { code } });
      expect(await run.exit).toBe(code);
    });
  });

  it('makes 128 and its number of a signal that ended it', async () => {
    await withRun({}, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [] });
      run.send({ method: 'test/kill', params: { signal: 'SIGKILL' } });
      expect(await run.exit).toBe(137);
      const [ended] = ofType(run.service.events, 'execution-ended');
      expect(ended?.data).toMatchObject({ reason_code: 'killed', exit_code: 137 });
    });
  });

  it('gets the signals that reach the relay', async () => {
    await withRun({}, async (run) => {
      await run.ask(1, 'test/catch', { signal: 'SIGTERM' });
      process.emit('SIGTERM', 'SIGTERM');
      expect((await run.message({ method: 'test/caught' })).params).toEqual({ signal: 'SIGTERM' });
    });
  });

  it('takes what it started along when it ends', async () => {
    await withRun({}, async (run) => {
      const { result } = await run.ask(1, 'test/child');
      const { pid } = result as { pid: number };
      expect(isRunning(pid)).toBe(true);
      run.send({ method: 'test/exit', params: { code: 0 } });
      await run.exit;
      await until('the end of the child', () => (isRunning(pid) ? undefined : true));
    });
  });

  it('sees the end of its input when the host closes it', async () => {
    await withRun({}, async (run) => {
      run.endInput();
      await run.exit;
      expect(await run.message({ method: 'test/input-ended' })).toBeDefined();
    });
  });

  it('that cannot be found ends the run with 127 and says what to do', async () => {
    await withRun({ command: ['no-such-agent-anywhere'] }, async (run) => {
      expect(await run.exit).toBe(127);
      expect(run.troubles.join()).toMatch(/cannot start "no-such-agent-anywhere": there is no such command/);
      expect(run.output()).toHaveLength(0);
    });
  });
});
