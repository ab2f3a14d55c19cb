import { describe, expect, it } from '@jest/globals';
import { type Results, runSuite, withEverythingServer } from './suite.mjs';

const legacy = [
  'initialize',
  'list',
  'call',
  'resource',
  'prompt',
  'elicitation',
  'sampling',
  'subscription',
];

describe('the MCP conformance suite', () => {
  it.each([
    { version: '0.1.16', specVersion: '2025-11-25', seen: legacy.map((kind) => `legacy ${kind}`) },
    { version: '0.2.0-alpha.12', specVersion: '2025-11-25', seen: legacy.map((kind) => `legacy ${kind}`) },
    {
      version: '0.2.0-alpha.12',
      specVersion: '2026-07-28',
      seen: ['discover', 'list', 'call', 'resource', 'prompt', 'completion', 'rejection'].map(
        (kind) => `modern ${kind}`,
      ),
    },
  ])(
    '$version, for $specVersion, finds the same of an observed server as of one that is not',
    async ({ version, specVersion, seen }) => {
      const found: Results[] = [];
      const run = async (url: string): Promise<void> => {
        found.push(await runSuite({ version, specVersion, url }));
      };
      await withEverythingServer(run);
      const kinds = await withEverythingServer(run, { observed: true });
      const [alone, observed] = found;
      expect(Object.keys(alone ?? {}).length).toBeGreaterThanOrEqual(30);
      expect(observed).toEqual(alone);
      expect(kinds).toEqual(expect.arrayContaining(seen));
    },
  );
});
