/** Values of the language and the platform that have no member to protect, but methods that change them: these are copied. */
const copies: readonly (readonly [new (...given: never[]) => object, (value: never) => object])[] = [
  [Date, (value: Date) => new Date(value)],
  [Map, (value: Map<unknown, unknown>) => new Map(value)],
  [Set, (value: Set<unknown>) => new Set(value)],
  [URL, (value: URL) => new URL(value)],
  [Headers, (value: Headers) => new Headers(value)],
];

const known = new WeakMap<object, object>();

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Array.isArray(value);
};

const refuse = (): boolean => false;

/** What is done to a view is done to its empty stand-in, which no rule of proxies binds to what the host froze. */
function viewOf(value: object): object {
  const standIn = Array.isArray(value) ? [] : {};
  const hasOwnMethods = !isPlain(value);
  return new Proxy(standIn, {
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

/**
 * The same value to read, and all within it: to write to it throws, or does nothing where that is not strict. Only what
 * methods of a class do to their own instance is theirs. Members are read when they are asked for, and may throw then.
 */
export function readOnly(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const view = known.get(value);
  if (view !== undefined) return view;
  const copy = copies.find(([type]) => value instanceof type)?.[1];
  if (copy !== undefined) return copy(value as never);
  const made = viewOf(value);
  known.set(value, made);
  return made;
}
