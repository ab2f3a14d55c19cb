import { PassThrough, type Readable } from 'node:stream';
import { problemDocument } from '../http/problem.ts';
import { toProblem } from '../http/to-problem.ts';
import type { TestProgress } from './read-answers.ts';

export const linesType = 'application/x-ndjson';

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/**
 * A test as lines of JSON: `{progress}` as it goes on, and `{result}` or `{problem}` at its end. Resolves with the first of them,
 * and rejects with what comes before that: nothing of an answer has gone out then.
 */
export async function testLines(
  test: (onProgress: (progress: TestProgress) => void) => Promise<object>,
): Promise<Readable> {
  const lines = new PassThrough();
  await new Promise<void>((resolve, reject) => {
    test((progress) => {
      lines.write(lineOf({ progress }));
      resolve();
    }).then(
      (result) => {
        lines.end(lineOf({ result }));
        resolve();
      },
      (error: unknown) => {
        const problem = toProblem(error);
        lines.end(lineOf({ problem: problemDocument(problem.code, problem.options) }));
        reject(problem);
      },
    );
  });
  return lines;
}
