import type { TestProgress } from '@mcp-witness/client';
import { type Server, testStagePhrase } from '@mcp-witness/evidence';
import { inSeconds } from '../terminal/duration.ts';
import { printable } from '../terminal/printable.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

const tickMs = 5_000;

const wordsOf = (progress: TestProgress): string => testStagePhrase(progress) ?? printable(progress.stage);

/** Says on stderr which stage a test has come to, and that it goes on, until it is told to stop. */
export function sayProgress(
  terminal: Terminal,
  { name, transport }: Pick<Server, 'name' | 'transport'>,
): { readonly say: (progress: TestProgress) => void; readonly stop: () => void } {
  const shown = printable(name);
  const begun = performance.now();
  let last: TestProgress | null = null;
  const elapsed = (): string => inSeconds(performance.now() - begun);
  printLine(terminal.err, `witness: testing ${shown} over ${transport ?? 'its transport'}`);
  const timer = setInterval(() => {
    const budget = last === null ? '' : ` of ${inSeconds(last.budget_ms)}`;
    const still = last === null ? 'no result yet' : `still ${wordsOf(last)}`;
    printLine(terminal.err, `witness: ${shown}: ${still}, after ${elapsed()}${budget}`);
  }, tickMs);
  return {
    say(progress) {
      const limit = last === null ? `, ${inSeconds(progress.budget_ms)} at most` : '';
      last = progress;
      printLine(terminal.err, `witness: ${shown}: ${wordsOf(progress)}${limit}`);
    },
    stop() {
      clearInterval(timer);
    },
  };
}
