import { createWriteStream, type WriteStream } from 'node:fs';
import {
  probeAgent,
  probeModes,
  type ProbeOptions,
  type ProbeResult,
  type ProbeTransport,
} from '@mcp-witness/executor';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { secondsOf } from '../terminal/duration.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

export interface ProbeFlags {
  readonly transport?: ProbeTransport[];
  readonly prompt?: string | true;
  readonly mode?: string;
  readonly timeout: string;
  readonly frames?: string;
  readonly json?: true;
}

const mostSeconds = 3600;

function timeoutOf({ timeout }: ProbeFlags): number {
  const seconds = secondsOf(timeout);
  if (seconds === null || seconds > mostSeconds) {
    throw new CommandFailure(exitCodes.usage, '--timeout takes a duration such as 30s or 2m, 1h at most');
  }
  return seconds * 1000;
}

async function openFrames(path: string | undefined): Promise<WriteStream | null> {
  if (path === undefined) return null;
  const file = createWriteStream(path, { mode: 0o600 });
  await new Promise((resolve, reject) => {
    file.once('open', resolve).once('error', reject);
  }).catch(() => {
    throw new CommandFailure(exitCodes.usage, '--frames names a file that cannot be written');
  });
  return file;
}

function promptOf({ prompt }: ProbeFlags): string | null {
  if (prompt === undefined) return null;
  return prompt === true ? '' : prompt;
}

/** Probes these agents side by side, and tells on stderr how far each is. Frames are written only where a file is named. */
export async function runProbes(
  terminal: Terminal,
  agents: Readonly<Record<string, ProbeOptions['command']>>,
  flags: ProbeFlags,
  signal: AbortSignal,
): Promise<Readonly<Record<string, ProbeResult>>> {
  const timeoutMs = timeoutOf(flags);
  const frames = await openFrames(flags.frames);
  const single = Object.keys(agents).length === 1;
  const probed = Object.entries(agents).map(async ([name, command]) => {
    const result = await probeAgent({
      command,
      directory: process.cwd(),
      environment: terminal.environment,
      transports: flags.transport ?? null,
      prompt: promptOf(flags),
      mode: flags.mode ?? (Object.hasOwn(probeModes, name) ? (probeModes[name] ?? null) : null),
      timeoutMs,
      stderr: single,
      signal,
      onFrame(direction, line) {
        frames?.write(`${JSON.stringify({ at: new Date().toISOString(), agent: name, direction, line })}\n`);
      },
      onStep(step) {
        printLine(terminal.err, `witness: ${name}: ${step}`);
      },
    });
    return [name, result] as const;
  });
  const results = Object.fromEntries(await Promise.all(probed));
  if (frames !== null) await new Promise<void>((resolve) => frames.end(resolve));
  return results;
}
