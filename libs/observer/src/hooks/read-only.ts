import { inspect } from 'node:util';

/** What the values of one copy became: one may hold itself, or another twice. */
type Made = Map<object, object>;

function copyOfMap(value: Map<unknown, unknown>, made: Made = new Map()): object {
  const copy = new Map<unknown, unknown>();
  made.set(value, copy);
  for (const [key, member] of value) copy.set(readable(key, made), readable(member, made));
  return copy;
}

function copyOfSet(value: Set<unknown>, made: Made = new Map()): object {
  const copy = new Set<unknown>();
  made.set(value, copy);
  for (const member of value) copy.add(readable(member, made));
  return copy;
}

/** Values of the language and the platform that have no member to protect, but methods that change them: these are copied. */
const copies: readonly (readonly [
  new (...given: never[]) => object,
  (value: never, made?: Made) => object,
])[] = [
  [Date, (value: Date) => new Date(value)],
  [Map, copyOfMap],
  [Set, copyOfSet],
  [URL, (value: URL) => new URL(value)],
  [Headers, (value: Headers) => new Headers(value)],
];

const known = new WeakMap<object, object>();

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Array.isArray(value);
};

const refuse = (): boolean => false;

/** What is printed of a view is read from its stand-in: the value itself, which is given to nobody else. */
function standInFor(value: object): object {
  const standIn = Array.isArray(value) ? [] : {};
  return Object.defineProperty(standIn, inspect.custom, { value: () => value, configurable: true });
}

/** What is done to a view is done to its empty stand-in, which no rule of proxies binds to what the host froze. */
function viewOf(value: object): object {
  const hasOwnMethods = !isPlain(value);
  return new Proxy(standInFor(value), {
    get(_, key) {
      const member: unknown = Reflect.get(value, key, value);
      // A class may keep what it works on where only its own instance finds it.
      return hasOwnMethods && typeof member === 'function' && key !== 'constructor'
        ? (member.bind(value) as unknown)
        : readOnly(member);
    },
    has: (_, key) => Reflect.has(value, key),
    ownKeys: () => Reflect.ownKeys(value),
    getPrototypeOf: () => Reflect.getPrototypeOf(value),
    getOwnPropertyDescriptor(own, key) {
      const found = Reflect.getOwnPropertyDescriptor(value, key);
      if (found === undefined) return undefined;
      const isBound = Reflect.getOwnPropertyDescriptor(own, key)?.configurable === false;
      const { enumerable = false } = found;
      const told = readOnly(Reflect.get(value, key, value));
      return { value: told, enumerable, configurable: !isBound, writable: isBound };
    },
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: refuse,
    preventExtensions: refuse,
  });
}

function readable(value: unknown, made?: Made): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const given = known.get(value) ?? made?.get(value);
  if (given !== undefined) return given;
  const copy = copies.find(([type]) => value instanceof type)?.[1];
  if (copy !== undefined) return copy(value as never, made);
  const view = viewOf(value);
  known.set(value, view);
  return view;
}

/**
 * The same value to read, and all within it: to write to it throws, or does nothing where that is not strict. Maps, sets,
 * dates, addresses and headers are copies, made anew each time. Only what methods of a class do to their own instance is
 * theirs. Members are read when they are asked for, and may throw then.
 */
export function readOnly(value: unknown): unknown {
  return readable(value);
}
