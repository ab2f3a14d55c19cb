import { describeEventLog, describeLockedEventLog, type WithLog } from '../testing/index.ts';
import { memoryEventLog } from './memory-event-log.ts';

const withLog: WithLog = async (use, options) => {
  const log = memoryEventLog(options);
  try {
    await use(log);
  } finally {
    await log.close();
  }
};

describeEventLog('memoryEventLog', withLog);
describeLockedEventLog('memoryEventLog', withLog);
