import base from '../../jest.config.mjs';

if (!process.env.KURRENTDB_URL) {
  throw new Error(
    'Set KURRENTDB_URL to the KurrentDB to test against, such as kurrentdb://localhost:2113?tls=false.',
  );
}

/** The contract of the event log against the KurrentDB of KURRENTDB_URL. Needs no database and no build. */
export default {
  ...base,
  rootDir: import.meta.dirname,
  globalSetup: undefined,
  globalTeardown: undefined,
  setupFiles: ['<rootDir>/../support/seed.mjs'],
  modulePathIgnorePatterns: [],
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
};
