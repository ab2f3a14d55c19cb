export { describeEventLog } from './describe-event-log.ts';
export { describeLockedEventLog } from './locked.ts';
export { sampleAppend, sampleEvents } from './samples.ts';
export { brokenLinks } from './verify.ts';
export { type WithLog } from './with-log.ts';
