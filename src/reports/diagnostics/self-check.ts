import { sanitizeText } from '@mcp-witness/evidence';
import type { LookedAt, Told } from './known-secrets.ts';

export interface SelfChecked {
  readonly value: unknown;
  readonly texts: number;
  /** Texts in which something was struck out. */
  readonly struck_out: number;
  readonly executor: LookedAt['outcome'];
}

/** Members that hold what others wrote. Everything else are ids, times, words of ours, and names that a host gave its servers. */
const ofOthers: ReadonlySet<string> = new Set([
  'client',
  'target',
  'summary',
  'agent_id',
  'protocol_version',
]);

/** `member` is the one of others that a text stands in. */
type Change = (text: string, member: string | null) => string;

const eachText = (value: unknown, change: Change, member: string | null = null): unknown => {
  if (typeof value === 'string') return change(value, member);
  if (Array.isArray(value)) return value.map((part) => eachText(part, change, member));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    eachText(inner, change, ofOthers.has(name) ? name : member),
  ]);
  return Object.fromEntries(entries) as unknown;
};

const byShape = (text: string): string => sanitizeText(text, { maxBytes: Infinity });

/**
 * Looks at every text once more, as if it came from others: by shapes, as no service knows a session's secrets; and has what
 * others wrote looked at by `known`, who does.
 */
export async function selfCheck(
  value: unknown,
  known: (told: Told) => Promise<LookedAt>,
): Promise<SelfChecked> {
  let texts = 0;
  let struck_out = 0;
  const told = { texts: new Set<string>(), targets: new Set<string>() };
  eachText(value, (text, member) => {
    if (member !== null) told[member === 'target' ? 'targets' : 'texts'].add(byShape(text));
    return text;
  });
  const found = await known(told);
  const left = (text: string, member: string | null): string => {
    if (member === null || found.outcome !== 'checked') return text;
    return found[member === 'target' ? 'targets' : 'texts'].get(text) ?? text;
  };
  const checked = eachText(value, (text, member) => {
    texts += 1;
    const clean = left(byShape(text), member);
    if (clean !== text) struck_out += 1;
    return clean;
  });
  return { value: checked, texts, struck_out, executor: found.outcome };
}
