import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { StdioEntry } from '../../fronts/fronts.ts';
import { hasEnded } from '../../relay/agent-process.ts';
import { type Piece, splitLines } from '../../relay/lines.ts';
import { processTree } from '../../relay/process-tree/process-tree.ts';
import { watchOver } from '../../relay/watchdog.ts';
import { type Answer, answerIn, type Link, mostBytes, type Opening, readMessages, replyTo } from '../link.ts';
import { Setback, within } from '../setback.ts';

/** How a server is started: where the session works, with what the agent has. */
export interface Surroundings {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A server may end by itself once its input does, for so long. */
const farewellMs = 300;
/** What an ended process wrote is read for so long. */
const lastWordsMs = 500;
const ownGroup = process.platform !== 'win32';

const startFailures: Readonly<Record<string, string>> = {
  ENOENT: 'The executable of the server was not found, or the directory of the session is gone.',
  EACCES: 'The executable of the server may not be executed.',
};

const notStarted = (error: NodeJS.ErrnoException): Setback =>
  new Setback(
    'spawn_failed',
    startFailures[error.code ?? ''] ?? 'The process of the server could not be started.',
  );

function start({ command, args, env }: StdioEntry, { directory, environment }: Surroundings): ChildProcess {
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  try {
    return spawn(command, [...args], {
      cwd: directory,
      env: { ...environment, ...own },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: ownGroup,
    });
  } catch (error) {
    throw notStarted(error as NodeJS.ErrnoException);
  }
}

async function end(child: ChildProcess, exited: Promise<unknown>, callOff: () => void): Promise<void> {
  const tree = child.pid === undefined ? null : await processTree(child.pid, () => hasEnded(child));
  child.stdin?.destroy();
  if (tree?.outlivesLeader !== false) await Promise.race([exited, delay(farewellMs)]);
  child.stdout?.destroy();
  await tree?.end();
  callOff();
}

interface Waiting {
  readonly id: number;
  readonly settle: (answer: Answer) => void;
}

/** Reads what the server writes: messages go where they are waited for, lines that are none are counted as noise. */
function readOutput(
  { progress }: Opening,
  waiting: Map<number, Waiting['settle']>,
  reply: (message: object) => void,
): (pieces: readonly Piece[]) => void {
  return (pieces) => {
    for (const { bytes, whole } of pieces) {
      const text = bytes.toString('utf8').trim();
      if (whole && text === '') continue;
      const messages = whole ? readMessages(text) : null;
      if (messages === null) {
        progress.warnings.add('stdout_noise');
        progress.noise_lines += 1;
        continue;
      }
      progress.reachable = true;
      for (const message of messages) {
        const own = replyTo(message);
        if (own !== null) reply(own);
      }
      for (const [id, settle] of waiting) {
        const answer = answerIn(messages, id);
        if (answer !== null) settle(answer);
      }
    }
  };
}

/** Starts the server as the leader of a process group of its own. Nothing that it started is left when the test has ended. */
export async function openStdio(entry: StdioEntry, at: Surroundings, opening: Opening): Promise<Link> {
  const child = start(entry, at);
  const waiting = new Map<number, (answer: Answer) => void>();
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
  });
  const broken = new Promise<never>((_resolve, reject) => {
    child.once('error', (error) => {
      reject(notStarted(error));
    });
    const gone = (): void => {
      reject(new Setback('process_exited', 'The process of the server ended before it had answered.'));
    };
    child.once('close', gone);
    // What it started may keep its output open for ever.
    child.once('exit', () => void setTimeout(gone, lastWordsMs).unref());
    let read = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > mostBytes.all) reject(new Setback('not_mcp', 'The server writes without end.'));
    });
  });
  broken.catch(() => undefined);
  const callOff = ownGroup && child.pid !== undefined ? watchOver(child.pid) : (): void => undefined;
  opening.progress.endings.push(() => end(child, exited, callOff));
  child.stdin?.on('error', () => undefined);
  const write = (message: object): void => void child.stdin?.write(`${JSON.stringify(message)}\n`);
  const lines = splitLines(mostBytes.answer);
  const read = readOutput(opening, waiting, write);
  child.stdout?.on('data', (chunk: Buffer) => {
    read(lines.push(chunk));
  });
  child.stdout?.once('end', () => {
    read(lines.end());
  });
  if (child.pid === undefined) await within(opening.signal, broken);
  opening.progress.stage = 'initialize';
  return {
    ask(request) {
      const answered = new Promise<Answer>((resolve) => waiting.set(request.id, resolve));
      write(request);
      return within(opening.signal, Promise.race([answered, broken])).finally(() =>
        waiting.delete(request.id),
      );
    },
    tell(message) {
      write(message);
      return Promise.resolve();
    },
  };
}
