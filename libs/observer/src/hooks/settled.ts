/** What is known now, or will be. */
export type Soon<T> = T | Promise<T>;

/** `next` with the value: at once where it is known, so that what needs no waiting takes no turn. */
export function after<T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

export function all<T>(values: readonly Soon<T>[]): Soon<readonly T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly T[]);
}
