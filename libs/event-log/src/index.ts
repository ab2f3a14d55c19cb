export { chainHash, chainStart, dataDigest } from './chain.ts';
export { type Announcements, createAnnouncements } from './engine/announcements.ts';
export { limits as appendLimits } from './engine/acceptance.ts';
export { isLogFault, type LogFault, type LogFaultCode } from './fault.ts';
export { Position } from './position.ts';
export type {
  Append,
  AppendResult,
  Appended,
  Conflict,
  EventLog,
  ExpectedLength,
  LogEvent,
  LogLink,
  NewEvent,
  OpenEventLog,
  ReadAll,
  ReadStream,
  Subscribe,
} from './port.ts';
