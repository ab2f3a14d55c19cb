import { Console } from 'node:console';

const MOST_LINES = 20;

/** At most 20 lines, on stderr where nobody else takes them; one that is gone does no harm. Never throws. */
export function createLog(own?: (line: string) => void): (line: string) => void {
  let lines = 0;
  return (line) => {
    lines += 1;
    if (lines > MOST_LINES) return;
    try {
      if (own !== undefined) own(line);
      else new Console({ stdout: process.stderr, ignoreErrors: true }).log(`witness observer: ${line}`);
    } catch {
      return;
    }
  };
}
