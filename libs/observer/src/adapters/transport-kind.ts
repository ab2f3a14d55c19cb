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

/** One socket for both ways is none of a process's two streams. */
function streamsOf(members: readonly Members[]): Input | null {
  const input = members.find((member) => can(member, 'read', 'pipe', 'once'));
  const isAnswered = members.some((member) => member !== input && can(member, 'write', 'end'));
  return input !== undefined && isAnswered ? (input as unknown as Input) : null;
}

interface Told {
  readonly kind: Kind;
  readonly input: Input | null;
}

const unknown: Told = { kind: 'unknown', input: null };

function told(transport: object, isWithin: boolean): Told {
  const given = transport as Members;
  if (can(given, 'handlePostMessage')) return { kind: 'sse', input: null };
  if (can(given, 'handleRequest') || can(given, 'handleMessage')) return { kind: 'http', input: null };
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
