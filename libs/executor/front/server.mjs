import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { telling } from './lines.mjs';
import { watchOver } from './watchdog.mjs';

const ownGroup = process.platform !== 'win32';
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];

/** A stream of our own, since the process's cannot be closed; a file or terminal has only that. */
const openOutput = () => {
  try {
    return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    return process.stdout;
  }
};

export const output = openOutput();

/** All that was written to it is out of our hands. A file looks as if it were open again when it has ended. */
const drained = new Promise((resolve) => {
  output.once('finish', resolve).once('close', resolve);
});

const kill = (target, signal) => {
  try {
    process.kill(target, signal);
  } catch {
    // It is gone already.
  }
};

/** Signals go on to the server, as a terminal would send them; answers whether one came. `onSignal`: somebody wants it to end. */
const passSignals = (pid, onSignal) => {
  let last = null;
  for (const signal of signals) {
    process.on(signal, () => {
      last = signal;
      onSignal();
      const group = ownGroup && signal !== 'SIGTERM' && signal !== 'SIGUSR2';
      kill(group ? -pid : pid, signal);
    });
  }
  return {
    asked: () => last !== null,
    /** Whoever signals a server means what it started too. */
    stop() {
      for (const signal of signals) process.removeAllListeners(signal);
      if (last !== null && ownGroup) kill(-pid, last);
    },
  };
};

/** Bytes go on at the pace of who takes them, and of who is told of them; when one side closes, the other sees it. */
const pass = (from, to, tell) => {
  let reasons = 0;
  const stop = () => {
    if ((reasons += 1) === 1) from.pause();
  };
  const go = () => {
    if ((reasons -= 1) === 0) from.resume();
  };
  from.on('data', (chunk) => {
    if (!to.write(chunk)) {
      stop();
      to.once('drain', go);
    }
    const wait = tell(chunk);
    if (wait === null) return;
    stop();
    void wait.then(go);
  });
  from.on('end', () => to.end());
  from.on('error', () => to.end());
  to.on('error', () => from.destroy());
  to.on('close', () => from.destroy());
};

const lengthOf = (bytes) =>
  String.fromCharCode(bytes >>> 24, (bytes >>> 16) & 255, (bytes >>> 8) & 255, bytes & 255);

/** Tells of one direction, whose kinds of records are `as` and, for messages without what they carry, `without`. */
const teller = (send, as, without) => {
  let wait = null;
  const lines = telling({
    plain: (bytes) => (wait = send(as, bytes) ?? wait),
    message: ({ text, length }) => (wait = send(without, lengthOf(length) + text) ?? wait),
  });
  return {
    /** What is to be waited for before more passes, or null. */
    tell(chunk) {
      wait = null;
      lines.push(chunk);
      return wait;
    },
    end: lines.end,
  };
};

/** Starts the server and passes on until it has ended: resolves to `{code, signal}`, or `{error}` where it could not start. */
export const startServer = ({ command, args, env }, { send, flush }) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: ownGroup,
      env: { ...process.env, ...env },
    });
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      send('f', error.code ?? '');
      resolve({ error: error.code ?? 'unknown' });
    });
    if (child.pid === undefined) return;
    const callOff = ownGroup ? watchOver(child.pid) : () => undefined;
    const passed = passSignals(child.pid, flush);
    const asked = teller(send, 'i', 'I');
    const answered = teller(send, 'o', 'O');
    pass(process.stdin, child.stdin, asked.tell);
    pass(child.stdout, output, answered.tell);
    process.stdin.on('end', () => {
      asked.end();
      send('e', '');
      // Who closes the input may kill us next.
      flush();
    });
    child.on('exit', () => passed.stop());
    child.on('close', async (code, signal) => {
      answered.end();
      send('x', JSON.stringify({ code, signal, asked: passed.asked() }));
      process.stdin.destroy();
      output.end();
      await drained;
      callOff();
      resolve({ code, signal });
    });
  });
