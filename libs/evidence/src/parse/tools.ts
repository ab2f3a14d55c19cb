import type { CatalogTool } from '../events/events.ts';
import { JSON_DEPTH_LIMIT } from '../text/json.ts';
import type { Faults } from './fault.ts';
import { pointerTo } from './fault.ts';
import { isRecord, member, object, optional, required, that, type Read } from './reader.ts';
import { count, flag, oneOf, text } from './values.ts';

const MAX_TOOLS = 10_000;
const MAX_NODES = 1_000_000;
const MAX_UNITS = 8 * 1024 * 1024;
const MAX_TEXT = 1024 * 1024;

interface Budget {
  nodes: number;
  units: number;
}

/** The items or members of a value. Names of members are taken out of the budget here; undefined when they are too many. */
function inside(budget: Budget, value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.length > budget.nodes ? undefined : value;
  const names = Object.keys(value);
  if (names.length > budget.nodes) return undefined;
  for (const name of names) budget.units -= name.length;
  return Object.values<unknown>(value as Readonly<Record<string, unknown>>);
}

/** Takes a JSON value out of the budget, level by level and without recursion; false when it is too deep or too large. */
function spend(budget: Budget, json: unknown): boolean {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > JSON_DEPTH_LIMIT) return false;
    const next: unknown[] = [];
    for (const value of level) {
      budget.nodes -= 1;
      if (typeof value === 'string') budget.units -= value.length;
      const items = typeof value === 'object' && value !== null ? inside(budget, value) : [];
      if (items === undefined || budget.nodes < next.length || budget.units < 0) return false;
      for (const item of items) next.push(item);
    }
    level = next;
  }
  return true;
}

type Members = Readonly<Record<string, unknown>>;

/** The tool, with a schema that no catalog could hold given up: it costs no sibling its place. */
function bounded(tool: Members, budget: Budget): Members {
  const rest = { ...budget };
  if (spend(rest, member(tool, 'input_schema'))) {
    Object.assign(budget, rest);
    return tool;
  }
  return { ...tool, input_schema: null, input_schema_truncated: true, input_schema_reason: 'too_large' };
}

const anything = that((value): value is unknown => value !== undefined);

const readMembers = object<CatalogTool>({
  name: required(text(MAX_TEXT)),
  description: optional(text(MAX_TEXT)),
  input_schema: optional(anything),
  input_schema_truncated: optional(flag),
  input_schema_reason: optional(oneOf('too_large', 'invalid')),
  estimated_tokens: optional(count),
  text_cleaned: optional(flag),
});

/** A schema that was served as null is not the same as none. */
const toolReader =
  (budget: Budget): Read<CatalogTool> =>
  (value, pointer, faults) => {
    const tool = isRecord(value) ? bounded(value, budget) : value;
    const read = readMembers(tool, pointer, faults);
    const isNull = read !== undefined && isRecord(tool) && member(tool, 'input_schema') === null;
    return isNull ? { ...read, input_schema: null } : read;
  };

const isNameless = (tool: unknown): boolean => {
  if (!isRecord(tool)) return false;
  const name = member(tool, 'name');
  return name === undefined || name === null || name === '';
};

/**
 * The tools of a walk. One without a name is left out: it is counted by `tool_count` and never stored. A schema nested
 * deeper or larger than any catalog holds becomes null, truncated, `too_large`.
 */
export const tools: Read<readonly CatalogTool[]> = (value: unknown, pointer: string, faults: Faults) => {
  if (!Array.isArray(value) || value.length > MAX_TOOLS) {
    faults.add(pointer, Array.isArray(value) ? 'too_large' : 'malformed');
    return undefined;
  }
  const before = faults.count;
  const read = toolReader({ nodes: MAX_NODES, units: MAX_UNITS });
  const named: CatalogTool[] = [];
  for (const [index, tool] of value.entries()) {
    if (isNameless(tool)) continue;
    const result = read(tool, pointerTo(pointer, index), faults);
    if (result !== undefined) named.push(result);
    if (faults.count > before) return undefined;
  }
  return named;
};
