import { createHash } from 'node:crypto';
import type { ToolEstimates } from '../endpoint.ts';

/**
 * Tokens of this server's own tools, by SHA-256 of their compact JSON as served: session_mcp_report,
 * session_mcp_server, report_mcp_problem. A changed tool is not found here and is counted anew.
 */
const counts: ReadonlyMap<string, number> = new Map([
  ['b540f456bef1cba6c7c41795f0cbd94e3352e4710468ac5591742ec13b71c709', 129],
  ['f9f14bda043ba7ae03b223fb259e195b103a672c77d1fbb355477cccbe8b696c', 164],
  ['42ab12bd75db212405b74ca6fb4ecae4dc5f2884cd2f2560cf86e0dd278ebbf8', 195],
]);

function countOf(tool: unknown): number | undefined {
  try {
    const digest = createHash('sha256').update(JSON.stringify(tool)).digest('hex');
    return counts.get(digest);
  } catch {
    // Nested too deep to be written, so none of ours.
    return undefined;
  }
}

/** Has the counts of this server's own tools at once: the counter takes 1.6 s of CPU to start. `tokens` counts all others. */
export function withKnownCounts(tokens: ToolEstimates): ToolEstimates {
  return {
    estimate(tools) {
      const known = tools.map(countOf).filter((count) => count !== undefined);
      return known.length === tools.length ? Promise.resolve(known) : tokens.estimate(tools);
    },
  };
}
