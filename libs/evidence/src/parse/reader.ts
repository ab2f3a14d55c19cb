import { pointerTo, type Faults } from './fault.ts';

/** Checks one value. Undefined means that a fault was added. Nothing is coerced. */
export type Read<T> = (value: unknown, pointer: string, faults: Faults) => T | undefined;

interface Field {
  readonly optional: boolean;
  readonly read: Read<unknown>;
}

/** A reader for each member; `?` members are {@link optional}. */
export type Shape<T> = { readonly [Key in keyof T]-?: Field };

export const required = <T>(read: Read<T>): Field => ({ optional: false, read });

/** Absent and null are the same: neither is kept. */
export const optional = <T>(read: Read<T>): Field => ({ optional: true, read });

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member, or undefined: names such as `constructor` find nothing inherited. */
export const member = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** An object with the members of `shape`. Others are dropped. */
export function object<T extends object>(shape: Shape<T>): Read<T> {
  const fields = Object.entries<Field>(shape).map(
    ([name, field]) => [name, pointerTo('', name), field] as const,
  );
  return (value, pointer, faults) => {
    if (!isRecord(value)) {
      faults.add(pointer, 'malformed');
      return undefined;
    }
    const before = faults.count;
    const result: Record<string, unknown> = {};
    for (const [name, step, field] of fields) {
      const found = member(value, name);
      if (field.optional && (found === undefined || found === null)) continue;
      result[name] = field.read(found, pointer + step, faults);
    }
    return faults.count === before ? (result as T) : undefined;
  };
}

/** A list of at most `limit` items. */
export function list<T>(read: Read<T>, limit: number): Read<readonly T[]> {
  return (value, pointer, faults) => {
    if (!Array.isArray(value) || value.length > limit) {
      faults.add(pointer, Array.isArray(value) ? 'too_large' : 'malformed');
      return undefined;
    }
    const items: T[] = [];
    for (const [index, item] of value.entries()) {
      const result = read(item, pointerTo(pointer, index), faults);
      if (result !== undefined) items.push(result);
    }
    return items.length === value.length ? items : undefined;
  };
}

/** A value that passes a test, with the type that the test gives it. */
export function that<T>(test: (value: unknown) => value is T): Read<T> {
  return (value, pointer, faults) => {
    if (test(value)) return value;
    faults.add(pointer, 'malformed');
    return undefined;
  };
}
