import type { RewriteVia } from '../rewriting.ts';
import { objectOf } from './json.ts';
import { showTool } from './list-tools.ts';
import type { Parameters } from './parameters.ts';
import type { Listed, Registry } from './registry.ts';

/** Milliseconds for all pages together: a call waits for it. */
const ASK_MS = 2_000;
const MOST_PAGES = 100;
/** After the server did not say, it is not asked again for so long. */
const REST_MS = 60_000;

/** A tool that the server does not have is not looked for again, unless it lists it. */
const notListed: Listed = { handle: false, agent: false, mirror: false };

/** Asks the server for its tools, all pages of them, where one is called that no instance has listed. */
export interface ToolFinder {
  /** Resolves once it is registered, where it can be. Never rejects. */
  readonly find: (tool: string, via: RewriteVia) => Promise<void>;
}

export function createToolFinder(parameters: Parameters, registry: Registry, now: () => number): ToolFinder {
  let restUntil = 0;

  const register = (via: RewriteVia, tools: unknown): void => {
    if (!Array.isArray(tools)) return;
    for (const given of tools as readonly unknown[]) {
      const tool = objectOf(given);
      if (tool === null || typeof tool.name !== 'string') continue;
      registry.list(via.transport, tool.name, showTool(tool, parameters)[1]);
    }
  };

  async function walk(via: RewriteVia): Promise<void> {
    const end = performance.now() + ASK_MS;
    let cursor: unknown;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const left = end - performance.now();
      if (left <= 0) throw new Error('the server did not list its tools in time');
      const result = objectOf(await via.ask('tools/list', cursor === undefined ? {} : { cursor }, left));
      register(via, result?.tools);
      cursor = result?.nextCursor;
      if (typeof cursor !== 'string' || cursor === '') return;
    }
  }

  return {
    async find(tool, via) {
      if (now() < restUntil) return;
      try {
        await walk(via);
        const isKnown = registry.ofInstance(via.transport, tool) !== null;
        if (!isKnown && tool !== parameters.missingTool) registry.list(via.transport, tool, notListed);
      } catch {
        restUntil = now() + REST_MS;
      }
    },
  };
}
