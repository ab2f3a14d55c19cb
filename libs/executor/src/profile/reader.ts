import { type Fields, isObject } from '../json/object.ts';
import { below, type ProfileFault, type ProfileFaultCode } from './fault.ts';

/** Reads the members of one object and notes every fault. What is wrong reads as the fallback. */
export interface Reader {
  readonly pointer: string;
  readonly fields: Fields;
  fault(key: string | null, code: ProfileFaultCode, message: string): void;
  flag(key: string, fallback: boolean): boolean;
  text(key: string, check: TextCheck): string;
  list(key: string, limit: number): readonly unknown[];
  /** The members of an object of texts. */
  texts(key: string, checks: { readonly name: NameCheck; readonly value: TextCheck }): Record<string, string>;
}

/** Null when the text will do. */
export type TextCheck = (value: string) => Pick<ProfileFault, 'code' | 'message'> | null;
export type NameCheck = (name: string) => boolean;

/** Null, and a fault, when there is no object. */
export function readObject(
  value: unknown,
  at: { readonly pointer: string; readonly faults: ProfileFault[] },
  known: readonly string[],
): Reader | null {
  const { pointer, faults } = at;
  const add = (where: string, code: ProfileFaultCode, message: string): void =>
    void faults.push({ pointer: where, code, message });
  if (!isObject(value)) {
    add(pointer, 'wrong_type', 'must be an object');
    return null;
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      add(below(pointer, key), 'unknown_member', `is not known; known here: ${known.join(', ')}`);
    }
  }
  const has = (key: string): boolean => Object.hasOwn(value, key);
  const checked = (where: string, one: unknown, check: TextCheck): string => {
    if (typeof one !== 'string') {
      add(where, 'wrong_type', 'must be a string');
      return '';
    }
    const fault = check(one);
    if (fault !== null) add(where, fault.code, fault.message);
    return one;
  };
  return {
    pointer,
    fields: value,
    fault(key, code, message) {
      add(key === null ? pointer : below(pointer, key), code, message);
    },
    flag(key, fallback) {
      const flag = has(key) ? value[key] : fallback;
      if (typeof flag === 'boolean') return flag;
      add(below(pointer, key), 'wrong_type', 'must be true or false');
      return fallback;
    },
    text(key, check) {
      if (has(key)) return checked(below(pointer, key), value[key], check);
      add(below(pointer, key), 'missing', 'is required');
      return '';
    },
    list(key, limit) {
      const list = has(key) ? value[key] : [];
      if (!Array.isArray(list)) add(below(pointer, key), 'wrong_type', 'must be an array');
      else if (list.length > limit)
        add(below(pointer, key), 'too_long', `may have ${limit} elements at most`);
      return Array.isArray(list) ? (list.slice(0, limit) as unknown[]) : [];
    },
    texts(key, checks) {
      const members = has(key) ? value[key] : {};
      const where = below(pointer, key);
      if (!isObject(members)) {
        add(where, 'wrong_type', 'must be an object of strings');
        return {};
      }
      const entries = Object.entries(members).map(([name, one]): [string, string] => {
        if (!checks.name(name))
          add(below(where, name), 'invalid_value', 'has a name that cannot be used here');
        return [name, checked(below(where, name), one, checks.value)];
      });
      return Object.fromEntries(entries);
    },
  };
}
