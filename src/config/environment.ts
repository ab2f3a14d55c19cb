import { readFileSync } from 'node:fs';
import { type SettingFault } from './settings.ts';

/** Environment variables by name; an empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What reads one variable each and gathers the faults of all. */
export interface EnvironmentReader {
  text(name: string): string | null;
  /** The variable itself, or the content of the file that `<name>_FILE` names, without the final line break. */
  secret(name: string): string | null;
  choice<Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value;
  integer(
    name: string,
    range: { readonly min: number; readonly max: number; readonly otherwise: number },
  ): number;
  fault(setting: string, reason: string): void;
  readonly faults: readonly SettingFault[];
}

const readSecretFile = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return null;
  }
};

export const environmentReader = (environment: Environment): EnvironmentReader => {
  const faults: SettingFault[] = [];
  const fault = (setting: string, reason: string): void => {
    faults.push({ setting, reason });
  };
  const text = (name: string): string | null => {
    const value = environment[name];
    return value === undefined || value === '' ? null : value;
  };
  const secret = (name: string): string | null => {
    const value = text(name);
    const path = text(`${name}_FILE`);
    if (path === null) return value;
    if (value !== null) {
      fault(name, `is set both directly and as ${name}_FILE: keep one of them`);
      return null;
    }
    const content = readSecretFile(path);
    if (content === null) fault(`${name}_FILE`, 'names a file that cannot be read');
    else if (content === '') fault(`${name}_FILE`, 'names an empty file');
    return content;
  };
  return {
    faults,
    fault,
    text,
    secret,
    choice: (name, values, otherwise) => {
      const value = text(name);
      if (value === null) return otherwise;
      const known = values.find((candidate) => candidate === value);
      if (known === undefined) fault(name, `must be one of: ${values.join(', ')}`);
      return known ?? otherwise;
    },
    integer: (name, { min, max, otherwise }) => {
      const value = text(name);
      if (value === null) return otherwise;
      const number = /^[0-9]{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      fault(name, `must be a whole number from ${min} to ${max}`);
      return otherwise;
    },
  };
};
