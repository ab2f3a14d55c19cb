import { objectOf } from '../json-rpc.ts';
import { type PendingRequest, scopeOf } from '../pending.ts';
import { createToolWalks, type WalkedPage } from '../tool-walks.ts';
import type { SeenRequest } from './seen.ts';

type PageOf = (request: PendingRequest, result: unknown, tools: WalkedPage | null) => SeenRequest['page'];

/** Puts the pages of every list together; `tools` are put together already. */
export function createListReader(): PageOf {
  const lists = new Map([
    ['prompts/list', { of: 'prompts', walks: createToolWalks('prompts') } as const],
    ['resources/list', { of: 'resources', walks: createToolWalks('resources', 'uri') } as const],
    [
      'resources/templates/list',
      { of: 'resource_templates', walks: createToolWalks('resourceTemplates', 'uriTemplate') } as const,
    ],
  ]);
  return (request, result, tools) => {
    if (tools !== null) return { of: 'tools', ...tools };
    const list = lists.get(request.method);
    const page = list?.walks.page(scopeOf(request), request.cursor, objectOf(result)) ?? null;
    return list === undefined || page === null ? null : { of: list.of, ...page };
  };
}
