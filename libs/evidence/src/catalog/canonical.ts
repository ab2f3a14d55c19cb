import type { CatalogTool } from '../events/events.ts';

type Step = { readonly literal: string } | { readonly value: unknown };

/** JSON.stringify writes a lone surrogate as `\udXXX`, in lower case: the one form that all engines share. */
const scalar = (value: unknown): string => {
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null';
  return typeof value === 'string' || typeof value === 'boolean' ? JSON.stringify(value) : 'null';
};

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function stepsOf(value: object): Step[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown, index): Step[] => [
      { literal: index === 0 ? '' : ',' },
      { value: item },
    ]);
    return [{ literal: '[' }, ...items, { literal: ']' }];
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => byCodeUnit(a, b));
  const written = members.flatMap(([key, member], index): Step[] => [
    { literal: `${index === 0 ? '' : ','}${JSON.stringify(key)}:` },
    { value: member },
  ]);
  return [{ literal: '{' }, ...written, { literal: '}' }];
}

/**
 * RFC 8785 text of a JSON value: members by code unit, numbers as ECMAScript writes them (-0 is 0), no white space.
 * Any depth, as it does not recurse. What JSON does not have (undefined, functions, NaN) is null, or an absent member.
 */
export function canonicalJson(value: unknown): string {
  const out: string[] = [];
  const stack: Step[] = [{ value }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if ('literal' in step) out.push(step.literal);
    else if (typeof step.value !== 'object' || step.value === null) out.push(scalar(step.value));
    else for (const next of stepsOf(step.value).reverse()) stack.push(next);
  }
  return out.join('');
}

/**
 * What a catalog's digest is of: RFC 8785 text of `[{name, description, input_schema}]` as served, sorted by name
 * (by code unit; tools of one name keep the order they were served in), absent members null. Hash its UTF-8 bytes.
 */
export function canonicalCatalog(
  tools: readonly Pick<CatalogTool, 'name' | 'description' | 'input_schema'>[],
): string {
  const sorted = [...tools].sort((a, b) => byCodeUnit(a.name, b.name));
  return canonicalJson(
    sorted.map((tool) => ({
      name: tool.name,
      description: tool.description ?? null,
      input_schema: tool.input_schema ?? null,
    })),
  );
}
