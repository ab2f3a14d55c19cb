import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createRing } from '../src/recent-output/ring.ts';
import { startAgent } from '../src/relay/agent-process.ts';
import { createAsides } from '../src/relay/asides.ts';
import { passLongLines } from '../src/relay/long-lines.ts';
import { relay } from '../src/relay/relay.ts';
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

  it('that goes on after a SIGTERM is killed, and its end is told', async () => {
    await withRun({ insistAfterMs: 50 }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [] });
      await run.ask(2, 'test/catch', { signal: 'SIGTERM' });
      process.emit('SIGTERM', 'SIGTERM');
      expect(await run.exit).toBe(137);
      expect(await run.message({ method: 'test/caught' })).toBeDefined();
      const ended = ofType(run.service.events, 'execution-ended').map((event) => event.data);
      expect(ended).toEqual([{ reason_code: 'killed', exit_code: 137 }]);
    });
  });

  it('keeps no relay waiting for a host that does not read, once a signal comes after its end', async () => {
    const agent = startAgent([process.execPath, '-e', 'console.log("last words")'], process.env);
    let asked = 0;
    const output = new Writable({
      highWaterMark: 1,
      write() {
        asked += 1;
      },
    });
    const attachments = {
      readsRequests: () => true,
      readsAnswers: () => true,
      request: (bytes: Buffer) => ({ bytes, written: null }),
      answer: () => undefined,
      unread: () => undefined,
      ended: () => undefined,
    };
    const long = passLongLines(() => undefined);
    const ended = relay({
      agent,
      attachments,
      input: new PassThrough(),
      output,
      asides: createAsides(output),
      errors: new PassThrough(),
      recent: createRing(),
      long,
    });
    await agent.exit;
    process.emit('SIGTERM', 'SIGTERM');
    expect(await ended).toEqual({ kind: 'exited', code: 0 });
    expect(asked).toBe(1);
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

  it('leaves alone what it put into a session of its own, as without a relay', async () => {
    await withRun({}, async (run) => {
      const { result } = await run.ask(1, 'test/child', { detached: true });
      const { pid } = result as { pid: number };
      try {
        run.send({ method: 'test/exit', params: { code: 0 } });
        await run.exit;
        expect(isRunning(pid)).toBe(true);
      } finally {
        process.kill(pid, 'SIGKILL');
      }
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
