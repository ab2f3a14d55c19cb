import { lastMember, objectMembers, skipSpace, type Span } from '../json/scan.ts';
import { isObject } from '../json/object.ts';

/** JSON-RPC 2.0: a string or a number. */
export type RequestId = string | number;

export type AttachMethod = 'session/new' | 'session/load' | 'session/resume' | 'session/fork';

export type WatchedMethod = AttachMethod | 'initialize' | 'session/close' | 'session/delete';

const watched: readonly string[] = [
  'initialize',
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
  'session/close',
  'session/delete',
] satisfies WatchedMethod[];

/** A method of these stands in its line as it is, or with an escape in it: `/` has one of its own. */
const marks = [...watched, '\\u', '\\/'].map((text) => Buffer.from(text));

/** False: no line in these bytes is one of the watched methods. */
export const mayHoldWatched = (bytes: Buffer): boolean => marks.some((mark) => bytes.includes(mark));

export const isAttach = (method: WatchedMethod): method is AttachMethod =>
  method !== 'initialize' && method !== 'session/close' && method !== 'session/delete';

export const isAttachMethod = (value: unknown): value is AttachMethod =>
  typeof value === 'string' && isWatched(value) && isAttach(value);

/** One line of the host that the relay has to understand. */
export interface ClientRequest {
  readonly method: WatchedMethod;
  /** Null: a notification, which nobody answers. */
  readonly id: RequestId | null;
  /** Empty when it is no object. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Where the objects called `params` stand in the line; the last one counts. */
  readonly paramsAt: readonly Span[];
}

export const requestId = (value: unknown): RequestId | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

export function parseObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Null for every line that is none of the watched methods, or no JSON: it is none of the relay's business. */
export function readClientRequest(line: Buffer): ClientRequest | null {
  if (!mayHoldWatched(line)) return null;
  const start = skipSpace(line, 0);
  const members = objectMembers(line, start);
  const methodAt = members === null ? null : lastMember(members, 'method');
  if (members === null || methodAt === null || methodAt.value.end - methodAt.value.start > 200) return null;
  const message = mayBeWatched(line, methodAt.value) ? parseObject(line) : null;
  if (message === null || typeof message.method !== 'string' || !isWatched(message.method)) return null;
  const params = message.params;
  return {
    method: message.method,
    id: requestId(message.id),
    params: isObject(params) ? params : {},
    paramsAt: members
      .filter((member) => member.key === 'params' && line[member.value.start] === 0x7b)
      .map((member) => member.value),
  };
}

function mayBeWatched(line: Buffer, at: Span): boolean {
  const text = line.toString('utf8', at.start, at.end);
  return text.includes('\\') || watched.includes(text.slice(1, -1));
}

function isWatched(method: string): method is WatchedMethod {
  return watched.includes(method);
}
