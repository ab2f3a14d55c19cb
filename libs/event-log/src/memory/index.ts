export { memoryEventLog } from './memory-event-log.ts';
