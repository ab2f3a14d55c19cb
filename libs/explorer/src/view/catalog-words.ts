import type { CatalogTool, Server } from '@mcp-witness/evidence';
import { counted, tokensText } from '../words/counted.ts';

/** What a server's page can show of its tools. */
export interface CatalogView {
  /** "12 tools · ~327 tokens"; null before a list was seen, when there is nothing to count. */
  readonly summary: string | null;
  /** What is to be known of the list, each a sentence. */
  readonly notes: readonly string[];
  readonly tools: readonly CatalogTool[];
}

const notLoaded =
  'The tool catalog is not loaded: nothing has seen this server list its tools in the current attempt.';
const direct =
  'The agent connects to this server directly, so its list of tools passes nobody here. What is known of it stands under Evidence.';
const countOnly =
  'Of a server that is not ours only the number of tools is kept, not their names or descriptions.';

/** A built-in server, or one whose own observer reports it, may hand over its catalog. */
const isOurs = ({ source }: Server): boolean => source === 'built_in' || source === 'observed';

const cutNote = (server: Server, shown: number): string | null =>
  server.tool_catalog_truncated && server.tool_count !== null
    ? `${shown} of ${server.tool_count} tools are shown: a report keeps no more.`
    : null;

const listNotes = (server: Server, shown: number): readonly (string | null)[] => [
  cutNote(server, shown),
  server.tools_list_complete === false
    ? 'The agent did not ask for every page of the list, so it has a part of it.'
    : null,
  server.tools_stale
    ? 'The server has said since that its tools changed; the agent has not listed them again.'
    : null,
];

/** How a server's tools stand: listed, not loaded yet, or not to be had at all, and why. */
export const catalogView = (server: Server): CatalogView => {
  const tools = server.tools ?? [];
  if (server.tool_count === null) {
    const why = isOurs(server) || server.observed ? notLoaded : direct;
    return { summary: null, notes: [why], tools: [] };
  }
  const total = server.estimated_tokens_total;
  const withheld = !isOurs(server) ? [countOnly] : [];
  return {
    summary: [counted(server.tool_count, 'tool'), ...(total === null ? [] : [tokensText(total)])].join(' · '),
    notes: [...listNotes(server, tools.length).filter((note) => note !== null), ...withheld],
    tools,
  };
};

/** Said beside every estimate. */
export const estimateHint = (estimator: string | null): string =>
  `Estimated by ${estimator ?? 'a method that is not named'}. The agent may count tokens, or load tools, differently.`;
