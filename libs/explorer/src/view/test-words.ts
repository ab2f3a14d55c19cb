import type { TestProgress } from '@mcp-witness/client';
import { reasonPhrase, testStagePhrase, type EndpointTest } from '@mcp-witness/evidence';
import { codeWords, counted, unstopped } from '../words/counted.ts';
import { plainText } from '../words/plain-text.ts';

/** What a test does by now; `progress` is null until its first stage is known. */
export const testStage = (progress: TestProgress | null): string => {
  if (progress === null) return 'Testing: up to a minute.';
  const doing = testStagePhrase(progress) ?? plainText(codeWords(progress.stage));
  return `Testing, ${progress.budget_ms / 1000} s at most: ${doing}.`;
};

/** What a test found, in a sentence that cannot be taken for a status. */
export const testVerdict = (test: EndpointTest): string => {
  if (test.succeeded) {
    const tools = test.tool_count === null ? '' : ` and listed ${counted(test.tool_count, 'tool')}`;
    return `Test succeeded: the endpoint answered${tools}.`;
  }
  const where = test.stage === null ? '' : ` at ${codeWords(test.stage)}`;
  const { reason_code: code, summary } = test;
  const why = code === null ? null : (reasonPhrase(code) ?? codeWords(code));
  const said = summary === null || summary === '' ? why : plainText(summary);
  const reached = test.reachable ? 'the endpoint was reached' : 'the endpoint was not reached';
  return `Test failed${where}; ${reached}${said === null ? '' : `: ${unstopped(said)}`}.`;
};

/** "took 132 ms of 60 s, MCP 2025-11-25, warning: …". */
export const testDetails = (test: EndpointTest): readonly string[] => [
  `took ${test.duration_ms} ms of ${test.budget_ms / 1000} s`,
  ...(test.protocol_version === null ? [] : [`MCP ${plainText(test.protocol_version)}`]),
  ...test.warnings.map((code) => `warning: ${reasonPhrase(code) ?? codeWords(code)}`),
  ...(test.noise_lines ? [counted(test.noise_lines, 'line of noise', 'lines of noise')] : []),
];
