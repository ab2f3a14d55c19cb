import type { Writable } from 'node:stream';

/** Lines of our own to the host, between lines of the agent and never within one. */
export interface Asides {
  /** Writes the line as soon as the agent is not in the middle of one of its own. */
  readonly say: (line: Buffer) => void;
  /** What is to be written for a chunk of the agent. */
  readonly around: (chunk: Buffer) => readonly Buffer[];
}

const newline = 0x0a;

export function createAsides(output: Writable): Asides {
  const waiting: Buffer[] = [];
  let withinLine = false;
  return {
    say(line) {
      if (withinLine) waiting.push(line);
      else if (!output.destroyed && !output.writableEnded) output.write(line);
    },
    around(chunk) {
      if (chunk.length === 0) return [chunk];
      withinLine = chunk.at(-1) !== newline;
      const end = waiting.length === 0 ? 0 : chunk.lastIndexOf(newline) + 1;
      return end === 0 ? [chunk] : [chunk.subarray(0, end), ...waiting.splice(0), chunk.subarray(end)];
    },
  };
}
