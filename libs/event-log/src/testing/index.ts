export { describeEventLog, type WithLog } from './describe-event-log.ts';
export { sampleAppend, sampleEvents } from './samples.ts';
export { brokenLinks } from './verify.ts';
