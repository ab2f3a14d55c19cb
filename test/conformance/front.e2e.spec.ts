import { describe, expect, it } from '@jest/globals';
import { startFronts } from '../../libs/executor/src/fronts/index.ts';
import { type Results, runSuite, withEverythingServer } from './suite.mjs';

const passed = (results: Results): number =>
  Object.values(results)
    .flat()
    .filter((check) => check.endsWith(': SUCCESS')).length;

describe('the MCP conformance suite', () => {
  it.each([
    { version: '0.1.16', specVersion: '2025-11-25', scenarios: 30, atLeast: 32 },
    { version: '0.2.0-alpha.12', specVersion: '2025-11-25', scenarios: 30, atLeast: 65 },
    { version: '0.2.0-alpha.12', specVersion: '2026-07-28', scenarios: 35, atLeast: 100 },
  ])(
    '$version, for $specVersion, finds the same with a front before the server as without',
    async ({ version, specVersion, scenarios, atLeast }) => {
      await withEverythingServer(async (url) => {
        const alone = await runSuite({ version, specVersion, url });
        const types = new Set<string>();
        const fronts = await startFronts({ onEvidence: (_attempt, { type }) => types.add(type) });
        try {
          const front = fronts.add('attempt', { type: 'http', name: 'everything', url, headers: [] });
          const behind = await runSuite({ version, specVersion, url: 'url' in front ? front.url : '' });
          expect(behind).toEqual(alone);
        } finally {
          await fronts.close();
        }
        expect(Object.keys(alone).length).toBeGreaterThanOrEqual(scenarios);
        expect(passed(alone)).toBeGreaterThanOrEqual(atLeast);
        expect([...types]).toEqual(
          expect.arrayContaining(['protocol-accepted', 'tools-listed', 'tool-called']),
        );
      });
    },
  );
});
