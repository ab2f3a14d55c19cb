import type { DraftTexts } from '../pipeline/draft.ts';
import { after, all, type Soon } from './settled.ts';
import { type ContainedHook } from './contain.ts';

/** Every text in a plain value that is no name, once. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    if (value !== '') into.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collect(member, into);
  }
}

function replaced(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return texts.get(value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => replaced(member, texts));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member, texts)]));
}

/** Each text as the owner's hook gives it back, whole; null when it failed for one: then nothing may leave. */
export function redactTexts(texts: DraftTexts, hook: ContainedHook): Soon<DraftTexts | null> {
  const { leaves, ...others } = texts;
  const found = new Set<string>();
  collect(others, found);
  for (const leaf of leaves ?? []) collect(leaf.value, found);
  const list = [...found];
  return after(all(list.map((text) => hook(text))), (results) => {
    const given = new Map<string, string>();
    for (const [index, result] of results.entries()) {
      if (!result.ok || typeof result.value !== 'string') return null;
      given.set(list[index] ?? '', result.value);
    }
    return {
      ...(replaced(others, given) as Omit<DraftTexts, 'leaves'>),
      leaves:
        leaves?.map(({ path, value }) => ({
          path,
          value: typeof value === 'string' ? (given.get(value) ?? value) : value,
        })) ?? null,
    };
  });
}
