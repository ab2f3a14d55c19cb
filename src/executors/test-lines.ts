import { PassThrough, type Readable } from 'node:stream';
import { problemDocument } from '../http/problem.ts';
import { toProblem } from '../http/to-problem.ts';
import type { TestProgress } from './read-answers.ts';

export const linesType = 'application/x-ndjson';

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/**
 * A test as lines of JSON: `{progress}` as it goes on, and `{result}` or `{problem}` at its end. Resolves with the first of them,
 * and rejects with what comes before that: nothing of an answer has gone out then. A reader that does not read misses progress,
 * and never the end. `failed` is told a fault of ours that only a line could tell the caller of.
 */
export async function testLines(
  test: (onProgress: (progress: TestProgress) => void) => Promise<object>,
  failed: (cause: unknown) => void,
): Promise<Readable> {
  const lines = new PassThrough();
  let begun = false;
  await new Promise<void>((resolve, reject) => {
    test((progress) => {
      if (!lines.writableNeedDrain) lines.write(lineOf({ progress }));
      begun = true;
      resolve();
    }).then(
      (result) => {
        lines.end(lineOf({ result }));
        resolve();
      },
      (error: unknown) => {
        const problem = toProblem(error);
        if (begun && problem.code === 'internal') failed(problem.cause);
        lines.end(lineOf({ problem: problemDocument(problem.code, problem.options) }));
        reject(problem);
      },
    );
  });
  return lines;
}
