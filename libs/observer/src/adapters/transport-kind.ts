import type { Passed } from '../sight/passed.ts';

type Kind = Passed['transport'];

/** Of a transport over two streams, the one that its client's messages come by. */
interface Input {
  once(event: 'end', listener: () => void): unknown;
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const can = (value: Members, ...methods: readonly string[]): boolean =>
  methods.every((method) => typeof value[method] === 'function');

/** Both are read and written as streams are; a process has none. */
const isOfHttp = (member: Members): boolean => 'httpVersion' in member || 'statusCode' in member;

/** One socket for both ways is none of a process's two streams, and neither are a request and its response. */
function streamsOf(members: readonly Members[]): Input | null {
  if (members.some(isOfHttp)) return null;
  const input = members.find((member) => can(member, 'read', 'pipe', 'once'));
  const isAnswered = members.some((member) => member !== input && can(member, 'write', 'end'));
  return input !== undefined && isAnswered ? (input as unknown as Input) : null;
}

/** What SDK 2.x makes for one request. Others hand messages on by a method of that name, too. */
const isForOneRequest = (given: Members): boolean =>
  can(given, 'handleMessage') && '_classification' in given;

interface Told {
  readonly kind: Kind;
  readonly input: Input | null;
}

const unknown: Told = { kind: 'unknown', input: null };

function told(transport: object, isWithin: boolean): Told {
  const given = transport as Members;
  if (can(given, 'handlePostMessage')) return { kind: 'sse', input: null };
  if (can(given, 'handleRequest') || isForOneRequest(given)) return { kind: 'http', input: null };
  const pairs = (transport.constructor as { createLinkedPair?: unknown } | undefined)?.createLinkedPair;
  if (typeof pairs === 'function') return { kind: 'memory', input: null };
  const members = Object.values(given).filter(isObject);
  const input = streamsOf(members);
  if (input !== null) return { kind: 'stdio', input };
  if (isWithin) return unknown;
  // One that stands before another, as for each client of a wire, is of its kind.
  const behind = members.find((member) => can(member, 'start', 'send', 'close'));
  return behind === undefined ? unknown : told(behind, true);
}

/**
 * By what the official transports can do and hold: their classes are not loaded here, and bear other names in a bundle that
 * was made small. `unknown` for any other, and where it cannot be read.
 */
export function transportKind(transport: object): Told {
  try {
    return told(transport, false);
  } catch {
    return unknown;
  }
}
