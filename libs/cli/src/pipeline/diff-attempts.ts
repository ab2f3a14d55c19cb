import type { Attempt, CatalogTool, Server } from '@mcp-witness/evidence';

/** What of a server is compared. */
const compared = [
  'source',
  'transport',
  'target',
  'observed',
  'channel',
  'status',
  'evidence',
  'reason_code',
  'era',
  'protocol_version',
  'tool_count',
  'tools_list_complete',
  'tool_catalog_digest',
  'estimated_tokens_total',
] as const;

type Field = (typeof compared)[number];

interface FieldChange {
  readonly field: Field;
  readonly from: Server[Field];
  readonly to: Server[Field];
}

/** Names of tools; null where the catalog of one side is not held any more. */
export interface ToolChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export interface ServerChange {
  readonly name: string;
  readonly change: 'added' | 'removed' | 'changed' | 'same';
  readonly fields: readonly FieldChange[];
  readonly tools: ToolChange | null;
}

type Side = Pick<Attempt, 'attachment_attempt_id' | 'session_id' | 'ordinal' | 'entry' | 'started_at'>;

/** How two attempts differ, server by server, in the order of the second. */
export interface AttemptDiff {
  readonly from: Side;
  readonly to: Side;
  readonly equal: boolean;
  readonly servers: readonly ServerChange[];
}

const side = ({ attachment_attempt_id, session_id, ordinal, entry, started_at }: Attempt): Side => ({
  attachment_attempt_id,
  session_id,
  ordinal,
  entry,
  started_at,
});

const toolText = ({ description, input_schema }: CatalogTool): string =>
  JSON.stringify([description, input_schema]);

function toolChange(from: Server, to: Server): ToolChange | null {
  if (!from.tools || !to.tools || from.tool_catalog_digest === to.tool_catalog_digest) return null;
  const before = new Map(from.tools.map((tool) => [tool.name, toolText(tool)]));
  const after = new Map(to.tools.map((tool) => [tool.name, toolText(tool)]));
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: [...after]
      .filter(([name, text]) => before.has(name) && before.get(name) !== text)
      .map(([name]) => name),
  };
}

function fieldChanges(from: Server, to: Server): readonly FieldChange[] {
  return compared
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: from[field], to: to[field] }));
}

function serverChange(name: string, from: Server | undefined, to: Server | undefined): ServerChange {
  if (from === undefined || to === undefined) {
    return { name, change: from === undefined ? 'added' : 'removed', fields: [], tools: null };
  }
  const fields = fieldChanges(from, to);
  return { name, change: fields.length === 0 ? 'same' : 'changed', fields, tools: toolChange(from, to) };
}

export function diffAttempts(from: Attempt, to: Attempt): AttemptDiff {
  const before = new Map(from.servers.map((server) => [server.name, server]));
  const after = new Map(to.servers.map((server) => [server.name, server]));
  const names = new Set([...after.keys(), ...before.keys()]);
  const servers = [...names].map((name) => serverChange(name, before.get(name), after.get(name)));
  return { from: side(from), to: side(to), equal: servers.every(({ change }) => change === 'same'), servers };
}
