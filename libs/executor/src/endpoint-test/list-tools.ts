import { isObject } from '../json/object.ts';
import type { Link } from './link.ts';
import type { Progress } from './progress.ts';
import { Setback } from './setback.ts';

/** Further pages are not asked for. */
const mostPages = 256;

const failed = (summary: string): Setback => new Setback('tools_list_failed', summary);

function nameOf(tool: unknown): string | null {
  return isObject(tool) && typeof tool.name === 'string' ? tool.name : null;
}

interface Page {
  readonly tools: readonly unknown[];
  readonly cursor: string | null;
}

function readPage(result: Readonly<Record<string, unknown>>): Page {
  const { tools, nextCursor } = result;
  if (!Array.isArray(tools)) throw failed('The answer to tools/list has no list of tools.');
  return { tools, cursor: typeof nextCursor === 'string' ? nextCursor : null };
}

/** Walks over all pages. A page that brings no tool that was not there already ends the walk, with a warning. */
export async function listTools(
  link: Link,
  progress: Progress,
  { version, params }: { readonly version: string; readonly params: object },
): Promise<void> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  let served = 0;
  for (let page = 1; ; page += 1) {
    const asked = { ...params, ...(cursor === null ? {} : { cursor }) };
    const request = { jsonrpc: '2.0', id: page + 10, method: 'tools/list', params: asked } as const;
    const answer = await link.ask(request, version);
    if (answer.error !== null) throw failed('The server answered tools/list with an error.');
    const { tools, cursor: next } = readPage(answer.result);
    const fresh = tools.map(nameOf).filter((name) => name !== null && !seen.has(name));
    for (const name of fresh) if (name !== null) seen.add(name);
    const leadsOn = next !== null;
    if (fresh.length === 0 && (leadsOn || page > 1)) {
      progress.warnings.add('pagination_loop');
      progress.tool_count = served;
      return;
    }
    served += tools.length;
    progress.tool_count = served;
    if (!leadsOn) return;
    if (page === mostPages) throw failed(`The list of tools has more than ${mostPages} pages.`);
    cursor = next;
  }
}
