import { createHash } from 'node:crypto';
import { type Append, type LogEvent } from '@mcp-witness/event-log';

/** In a session's stream: the session was erased, nothing of it is taken any more. Holds nothing of the session. */
export const sessionErased = 'session-erased';

/** The same in the stream of each of its attempts. */
export const attemptErased = 'attempt-erased';

/** The event says of its stream that it was erased. */
const isErasure = ({ type }: Pick<LogEvent, 'type'>): boolean =>
  type === sessionErased || type === attemptErased;

/** Nothing can be read of the event: its key was destroyed, and `data` is empty. */
export const isErased = ({ data, key_id }: Pick<LogEvent, 'data' | 'key_id'>): boolean =>
  key_id !== null && data === '';

/** The event holds no evidence, either because it was erased or because it says that others were. */
export const holdsNothing = (event: LogEvent): boolean => isErased(event) || isErasure(event);

/** A UUID that follows from its parts, so that who repeats an act gives it the same one. */
const uuidOf = (...parts: readonly string[]): string => {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Says in a stream that it was erased, once however often it is appended. */
export const erasureOf = (tenant_id: string, stream: string, type: string): Append => {
  const id = uuidOf(tenant_id, stream, type);
  const event = { id, type, schema_version: 1, data: '{}', meta: null, key_id: null };
  return { append_id: id, tenant_id, stream, expected: 'any', events: [event] };
};

/** What was to be read or written belongs to a session that was erased. */
export class SessionErased extends Error {
  override readonly name = 'SessionErased';

  constructor() {
    super('The session was erased: nothing of it can be read, and nothing more of it is taken.');
  }
}
