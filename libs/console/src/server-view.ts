import {
  checklist,
  reasonPhrase,
  statusWords,
  witnessPhrase,
  type Attempt,
  type CatalogTool,
  type Server,
} from '@mcp-witness/evidence';
import { h } from './dom.ts';
import { codeWords, counted, time } from './words.ts';

const statusBadge = (status: Server['status']): HTMLElement => {
  const { label, colour } = statusWords[status];
  return h('span', { class: `badge ${colour}` }, label);
};

const reason = ({ reason_code, summary }: Server): HTMLElement | null => {
  if (reason_code === null && summary === null) return null;
  const said = summary ?? (reason_code === null ? null : reasonPhrase(reason_code));
  const code = reason_code === null ? null : codeWords(reason_code);
  return h('p', { class: 'reason' }, [code, said].filter((text) => text !== null).join(': '));
};

const steps = (attempt: Attempt, server: Server): HTMLElement =>
  h(
    'ol',
    { class: 'steps', 'aria-label': `What was seen of ${server.name}` },
    ...checklist(attempt, server).map(({ label, at, witness }) =>
      at === null
        ? h('li', { class: 'unseen-step' }, `${label}: not seen`)
        : h('li', {}, `${label} `, time(at), witness === null ? '' : ` by ${witnessPhrase(witness)}`),
    ),
  );

const toolRow = (tool: CatalogTool): HTMLElement =>
  h(
    'li',
    {},
    h('code', {}, tool.name),
    tool.estimated_tokens === null || tool.estimated_tokens === undefined
      ? null
      : h('span', { class: 'tokens' }, ` ~${tool.estimated_tokens.toLocaleString()} tokens`),
    tool.description === null || tool.description === undefined
      ? null
      : h('p', { class: 'description' }, tool.description),
  );

const toolSummary = (server: Server): string => {
  if (server.tool_count === null) return 'Its tool list has not been seen.';
  const total = server.estimated_tokens_total;
  const notes = [
    total === null ? null : `~${total.toLocaleString()} tokens`,
    server.tools_list_complete === false ? 'the client did not ask for all pages' : null,
    server.tools_stale ? 'changed since it was listed' : null,
    server.tool_catalog_truncated
      ? `${String(server.tools?.length ?? 0)} of ${String(server.tool_count)} kept`
      : null,
  ].filter((note) => note !== null);
  return [counted(server.tool_count, 'tool'), ...notes].join(' · ');
};

const tools = (server: Server): HTMLElement => {
  const listed = server.tools ?? [];
  if (listed.length === 0) return h('p', {}, toolSummary(server));
  return h(
    'details',
    { 'data-key': `tools ${server.name}` },
    h('summary', { 'data-key': `tools-summary ${server.name}` }, toolSummary(server)),
    h('p', { class: 'hint' }, 'Estimates by o200k_base; the agent may count or load tools differently.'),
    h('ul', { class: 'tools' }, ...listed.map(toolRow)),
  );
};

const use = (server: Server): HTMLElement | null =>
  server.tool_call_count === 0
    ? null
    : h('p', {}, `${counted(server.tool_call_count, 'call')}, ${counted(server.tool_error_count, 'error')}`);

/** One server of one attempt. History has no colour and no open folds: it says what was, not what is. */
export const serverView = (attempt: Attempt, server: Server, current: boolean): HTMLElement => {
  const place = [server.transport, server.target].filter((part) => part !== null).join(' ');
  const connections = server.connection_count === 0 ? null : counted(server.connection_count, 'connection');
  const version = server.protocol_version === null ? null : `MCP ${server.protocol_version}`;
  const client =
    server.client === null ? null : [server.client.name, server.client.version ?? ''].join(' ').trim();
  const facts = [place, server.source?.replace('_', '-') ?? 'never resolved', version, client, connections];
  return h(
    'section',
    { class: current ? 'server' : 'server past' },
    h('h3', {}, server.name, ' ', statusBadge(server.status)),
    h('p', { class: 'facts' }, facts.filter((fact) => fact !== null && fact !== '').join(' · ')),
    reason(server),
    use(server),
    tools(server),
    steps(attempt, server),
  );
};
