import { setBounded } from './bounded.ts';
import { jsonBytes } from './json-bytes.ts';
import { isObject, type JsonObject, textOf } from './json-rpc.ts';

/** A walk up to and with one page. Pages never change, so a page that is asked for twice counts once. */
interface Walk {
  readonly before: Walk | null;
  readonly page: readonly unknown[];
  readonly tool_count: number;
  readonly pages: number;
  /** Bytes of its tools as JSON. */
  readonly size: number;
  /** All of it is held: the beginning was seen, and it was short enough to keep. */
  readonly whole: boolean;
  readonly begun: boolean;
}

export interface WalkedPage {
  readonly tool_count: number;
  readonly pages: number;
  readonly complete: boolean;
  readonly looped: boolean;
  readonly served: readonly unknown[] | null;
}

export interface ToolWalks {
  /** Null for a page after the end of a walk that went in a circle, or a result that is no page. */
  page(scope: string, cursor: string | null, result: JsonObject): WalkedPage | null;
  forget(scope: string): void;
}

const MOST_SCOPES = 64;
const MOST_CURSORS = 64;
const MOST_TOOLS_KEPT = 4096;
const LARGEST_KEPT = 8 * 1024 * 1024;

function pagesOf(walk: Walk | null): (readonly unknown[])[] {
  const pages: (readonly unknown[])[] = [];
  for (let at = walk; at !== null; at = at.before) pages.push(at.page);
  return pages.reverse();
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

type NameOf = (entry: unknown) => string | null;

function bringsNewName(before: Walk, page: readonly unknown[], nameOf: NameOf): boolean {
  const known = new Set(pagesOf(before).flat().map(nameOf));
  return page.map(nameOf).some((name) => name !== null && !known.has(name));
}

const start: Walk = {
  before: null,
  page: [],
  tool_count: 0,
  pages: 0,
  size: 0,
  whole: true,
  begun: true,
};
const unseen: Walk = { ...start, whole: false, begun: false };

function extend(before: Walk, page: readonly unknown[]): Walk {
  const tool_count = before.tool_count + page.length;
  const size = before.whole ? before.size + jsonBytes(page) : before.size;
  const whole = before.whole && tool_count <= MOST_TOOLS_KEPT && size <= LARGEST_KEPT;
  const kept = whole ? { before, page } : { before: null, page: [] };
  return { ...kept, tool_count, pages: before.pages + 1, size, whole, begun: before.begun };
}

/** A page that repeats ends its walk; an empty last one is how some servers end an even count. */
const isCircle = (before: Walk, page: readonly unknown[], next: string | null, nameOf: NameOf): boolean =>
  before.pages > 0 &&
  before.whole &&
  (page.length > 0 || next !== null) &&
  !bringsNewName(before, page, nameOf);

const told = (walk: Walk, complete: boolean, looped: boolean): WalkedPage => ({
  tool_count: walk.tool_count,
  pages: walk.pages,
  complete,
  looped,
  served: walk.whole ? pagesOf(walk).flat() : null,
});

/** Puts pages of `tools/list`, or of another list, together. A scope is one connection, or one modern client. */
export function createToolWalks(list = 'tools', identity = 'name'): ToolWalks {
  const nameOf: NameOf = (entry) => (isObject(entry) ? textOf(entry[identity]) : null);
  const scopes = new Map<string, Map<string, Walk | 'ended'>>();

  const cursorsOf = (scope: string): Map<string, Walk | 'ended'> => {
    const cursors = scopes.get(scope) ?? new Map<string, Walk | 'ended'>();
    setBounded(scopes, scope, cursors, MOST_SCOPES);
    return cursors;
  };

  return {
    page(scope, cursor, result) {
      const page: unknown = result[list];
      if (!isList(page)) return null;
      const cursors = cursorsOf(scope);
      const next = textOf(result.nextCursor);
      const before = cursor === null ? start : (cursors.get(cursor) ?? unseen);
      const circle = before !== 'ended' && isCircle(before, page, next, nameOf);
      const walk = before === 'ended' || circle ? 'ended' : extend(before, page);
      if (next !== null) setBounded(cursors, next, walk, MOST_CURSORS);
      if (before === 'ended') return null;
      return walk === 'ended' ? told(before, false, true) : told(walk, next === null && walk.begun, false);
    },
    forget(scope) {
      scopes.delete(scope);
    },
  };
}
