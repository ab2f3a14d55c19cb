import { sanitizeText } from '@mcp-witness/evidence';
import type { LookedAt } from './known-secrets.ts';

export interface SelfChecked {
  readonly value: unknown;
  readonly texts: number;
  /** Texts in which something was struck out. */
  readonly struck_out: number;
  readonly executor: LookedAt['outcome'];
}

const eachText = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => eachText(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, eachText(inner, change)]));
};

/** Everything of which the executor is not asked: it is the same whatever secrets there are. */
const isPlain = (text: string): boolean => /^(?:[\d:.TZ-]+|[\da-f-]{36}|[\da-f]{64})$/.test(text);

/**
 * Looks at every text once more, as if it came from others: by shapes, as no service knows a session's secrets, and by
 * `known`, who does.
 */
export async function selfCheck(
  value: unknown,
  known: (texts: Iterable<string>) => Promise<LookedAt>,
): Promise<SelfChecked> {
  let texts = 0;
  const cleaned = new Map<string, string>();
  eachText(value, (text) => {
    texts += 1;
    if (!cleaned.has(text)) cleaned.set(text, sanitizeText(text, { maxBytes: Infinity }));
    return text;
  });
  const asked = new Set([...cleaned.values()].filter((text) => !isPlain(text)));
  const answer = await known(asked);
  const left = answer.outcome === 'checked' ? answer.cleaned : new Map<string, string>();
  let struck_out = 0;
  const checked = eachText(value, (text) => {
    const shaped = cleaned.get(text) ?? text;
    const clean = left.get(shaped) ?? shaped;
    if (clean !== text) struck_out += 1;
    return clean;
  });
  return { value: checked, texts, struck_out, executor: answer.outcome };
}
