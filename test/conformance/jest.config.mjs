import base from '../../jest.config.mjs';

/** The MCP conformance suite, installed from npm on first use, offline after that. Needs no database and no build. */
export default {
  ...base,
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['<rootDir>/test/conformance/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
  testTimeout: 300_000,
};
