import type { CatalogTool } from '../events/events.ts';
import type { Faults } from './fault.ts';
import { pointerTo } from './fault.ts';
import { isRecord, member, object, optional, required, type Read } from './reader.ts';
import { count, flag, oneOf, text } from './values.ts';

const MAX_TOOLS = 10_000;
const MAX_DEPTH = 200;
const MAX_NODES = 200_000;
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
    if (depth > MAX_DEPTH) return false;
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

/** Any JSON within what is left of the budget of one catalog. */
const anyJson =
  (budget: Budget): Read<unknown> =>
  (value, pointer, faults) => {
    if (spend(budget, value)) return value;
    faults.add(pointer, 'too_large');
    return undefined;
  };

const toolReader = (budget: Budget): Read<CatalogTool> =>
  object<CatalogTool>({
    name: required(text(MAX_TEXT)),
    description: optional(text(MAX_TEXT)),
    input_schema: optional(anyJson(budget)),
    input_schema_truncated: optional(flag),
    input_schema_reason: optional(oneOf('too_large', 'invalid')),
    estimated_tokens: optional(count),
    text_cleaned: optional(flag),
  });

const isNameless = (tool: unknown): boolean => {
  if (!isRecord(tool)) return false;
  const name = member(tool, 'name');
  return name === undefined || name === null || name === '';
};

/** The tools of a walk. One without a name is left out: it is counted by `tool_count` and never stored. */
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
