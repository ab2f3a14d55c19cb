import { kurrentdbEventLog } from '@mcp-witness/event-log/kurrentdb';
import { describeEventLog } from '@mcp-witness/event-log/testing';
import { randomUUID } from 'node:crypto';

describeEventLog('kurrentdbEventLog on a server', async (use, options) => {
  // Each log has streams of its own, so that it begins empty and nothing of others on the server is touched.
  const name = `test-${randomUUID()}`;
  const log = kurrentdbEventLog({ connectionString: process.env.KURRENTDB_URL ?? '', name, ...options });
  try {
    await use(log);
  } finally {
    await log.close();
  }
});
