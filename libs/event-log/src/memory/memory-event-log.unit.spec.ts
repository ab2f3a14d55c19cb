import { describeEventLog } from '../testing/index.ts';
import { memoryEventLog } from './memory-event-log.ts';

describeEventLog('memoryEventLog', async (use, options) => {
  const log = memoryEventLog(options);
  try {
    await use(log);
  } finally {
    await log.close();
  }
});
