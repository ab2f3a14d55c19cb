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
  NewEvent,
  ReadAll,
  ReadStream,
  Subscribe,
} from './port.ts';
