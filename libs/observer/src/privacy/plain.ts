export interface PlainLimits {
  readonly depth: number;
  /** Members of one object or array. */
  readonly breadth: number;
  /** Members in all. */
  readonly members: number;
  /** Characters that are looked at of one text. */
  readonly text: number;
}

interface Budget {
  left: number;
}

const NOTHING = Symbol('nothing');

function memberOf(holder: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(holder, key);
  } catch {
    return NOTHING;
  }
}

function keysOf(value: object): readonly string[] {
  try {
    return Object.keys(value);
  } catch {
    return [];
  }
}

function isArray(value: object): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function copyArray(value: object, limits: PlainLimits, depth: number, budget: Budget): unknown {
  const length = memberOf(value, 'length');
  const most = typeof length === 'number' ? Math.min(length, limits.breadth) : 0;
  const copy: unknown[] = [];
  for (let index = 0; index < most && budget.left > 0; index += 1) {
    const member = copyOf(memberOf(value, index), limits, depth + 1, budget);
    copy.push(member === NOTHING ? null : member);
  }
  return copy;
}

function copyObject(value: object, limits: PlainLimits, depth: number, budget: Budget): unknown {
  const copy: [string, unknown][] = [];
  for (const key of keysOf(value)) {
    if (copy.length >= limits.breadth || budget.left <= 0) break;
    const member = copyOf(memberOf(value, key), limits, depth + 1, budget);
    if (member !== NOTHING) copy.push([key.slice(0, 256), member]);
  }
  return Object.fromEntries(copy);
}

function copyOf(value: unknown, limits: PlainLimits, depth: number, budget: Budget): unknown {
  budget.left -= 1;
  switch (typeof value) {
    case 'string':
      return value.length > limits.text ? value.slice(0, limits.text) : value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString().slice(0, limits.text);
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (depth >= limits.depth) return NOTHING;
      return isArray(value)
        ? copyArray(value, limits, depth, budget)
        : copyObject(value, limits, depth, budget);
    default:
      return NOTHING;
  }
}

/**
 * A copy of somebody's value that is JSON and nothing else, within limits: no getter, proxy, cycle or size of it can do
 * harm, and nothing of it runs but its getters. What cannot be read or is no JSON is left out. Undefined when that is all.
 */
export function plainCopy(value: unknown, limits: PlainLimits): unknown {
  const copy = copyOf(value, limits, 0, { left: limits.members });
  return copy === NOTHING ? undefined : copy;
}

/** A member of somebody's object; undefined where there is none, or reading it throws. */
export function memberIn(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  const member = memberOf(holder, key);
  return member === NOTHING ? undefined : member;
}
