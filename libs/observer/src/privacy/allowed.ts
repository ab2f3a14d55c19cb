import { ATTEMPT_HEADER } from '@mcp-witness/mcp-frames';
import { memberIn, plainCopy } from './plain.ts';
import { WINDOW } from './redaction.ts';

/** Names by tool; those under `*` count for every tool. */
export type AllowedByTool = Readonly<Record<string, readonly string[]>>;

/** What of the content may leave. Nothing when absent. */
export interface Allowed {
  /**
   * `summary`: `name=value; …` with strings of at most 160 bytes, 600 in all. Or the arguments of each tool that may go
   * out in full, by name. Either is redacted first and cut then. `none` when absent.
   */
  readonly arguments?: 'none' | 'summary' | AllowedByTool;
  /** The members of a tool's `structuredContent` that may go out. */
  readonly results?: AllowedByTool;
  /** Headers of the HTTP request that may go out. Credentials, cookies and a relay's token never do, named or not. */
  readonly headers?: readonly string[];
  /** Texts to be struck out wherever they appear, of 4 characters or more: your own keys, say. */
  readonly secrets?: readonly string[];
}

const valueLimits = { depth: 6, breadth: 50, members: 200, text: WINDOW };

const NEVER: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
  'x-api-key',
  ATTEMPT_HEADER,
]);

type Plain = Readonly<Record<string, unknown>>;

const nonempty = (plain: Plain): Plain | null => (Object.keys(plain).length === 0 ? null : plain);

const allowedNames = (allowed: AllowedByTool, tool: string | null): readonly string[] => [
  ...(allowed['*'] ?? []),
  ...(tool !== null && Object.hasOwn(allowed, tool) ? (allowed[tool] ?? []) : []),
];

function pick(holder: unknown, names: readonly string[]): Plain | null {
  const picked = names.flatMap((name): [string, unknown][] => {
    const value = plainCopy(memberIn(holder, name), valueLimits);
    return value === undefined ? [] : [[name, value]];
  });
  return nonempty(Object.fromEntries(picked));
}

/** Every argument but those that are ours. */
export function allArguments(params: unknown, ours: ReadonlySet<string>): Plain | null {
  const copy = plainCopy(memberIn(params, 'arguments'), valueLimits);
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) return null;
  return nonempty(Object.fromEntries(Object.entries(copy).filter(([name]) => !ours.has(name))));
}

export function namedArguments(allowed: AllowedByTool, tool: string | null, params: unknown): Plain | null {
  return pick(memberIn(params, 'arguments'), allowedNames(allowed, tool));
}

export function namedResults(allowed: AllowedByTool, tool: string | null, result: unknown): Plain | null {
  return pick(memberIn(result, 'structuredContent'), allowedNames(allowed, tool));
}

/** SDK 2.x passes the web request, SDK 1.x the headers of Node; other edges either. */
function headerOf(extra: unknown, name: string): unknown {
  const request = memberIn(extra, 'request') ?? memberIn(extra, 'requestInfo') ?? extra;
  const headers = memberIn(request, 'headers');
  try {
    return headers instanceof Headers ? headers.get(name) : memberIn(headers, name);
  } catch {
    return undefined;
  }
}

export function namedHeaders(
  names: readonly string[],
  extra: unknown,
): Readonly<Record<string, string>> | null {
  const found = names.flatMap((given): [string, string][] => {
    const name = given.toLowerCase();
    const value = NEVER.has(name) ? undefined : headerOf(extra, name);
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
