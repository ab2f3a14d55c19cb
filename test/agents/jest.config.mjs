import base from '../../jest.config.mjs';

/** Real agents, offline. `WITNESS_AGENTS=copilot,opencode` chooses which; the two smallest when unset. */
export default {
  ...base,
  testMatch: ['<rootDir>/test/agents/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
  testTimeout: 600_000,
};
