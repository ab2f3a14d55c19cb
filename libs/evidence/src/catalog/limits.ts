import type { CatalogTool } from '../events/events.ts';
import type { Needles } from '../sanitise/needles.ts';
import { cleanText } from '../text/clean.ts';
import { cleanJson } from '../text/json.ts';
import { leastJsonBytes } from '../text/json-size.ts';
import { utf8Length } from '../text/utf8.ts';

/** What a stored catalog may hold. Bytes are UTF-8, of a schema those of its compact JSON. */
export const catalogLimits = {
  tools: 128,
  nameBytes: 256,
  descriptionBytes: 1024,
  schemaBytes: 64 * 1024,
  allSchemaBytes: 512 * 1024,
} as const;

/** What {@link limitCatalog} is told beside the tools. */
export interface LimitCatalogOptions {
  /** Known secrets of the session's configuration. */
  readonly secrets?: Needles | undefined;
  /** Entries served, where `tools` is already limited; the number of `tools` when left out. */
  readonly toolCount?: number | null | undefined;
}

/** What may be stored of a catalog, and what it was cut from. */
export interface LimitedCatalog {
  /** At most 128, by name. */
  readonly tools: readonly Required<CatalogTool>[];
  /** Entries served, nameless and repeated included. */
  readonly tool_count: number;
  /** More were served than are kept. */
  readonly truncated: boolean;
}

type Schema = Pick<
  Required<CatalogTool>,
  'input_schema' | 'input_schema_truncated' | 'input_schema_reason'
> & {
  readonly bytes: number;
  readonly cleaned: boolean;
};

interface Named {
  readonly tool: CatalogTool;
  readonly name: string;
  readonly cleaned: boolean;
}

const withoutSchema = (reason: 'too_large' | 'invalid' | null): Schema => ({
  input_schema: null,
  input_schema_truncated: reason === 'too_large',
  input_schema_reason: reason,
  bytes: 0,
  cleaned: false,
});

/** Limited before: its null stands for what the first limiter found, and says so in `input_schema_reason`. */
const isLimited = (tool: CatalogTool): boolean => typeof tool.input_schema_truncated === 'boolean';

function absentSchema(tool: CatalogTool): Schema {
  if (!isLimited(tool)) return withoutSchema(tool.input_schema === null ? 'invalid' : null);
  const reason = tool.input_schema_reason;
  return withoutSchema(reason === 'too_large' || reason === 'invalid' ? reason : null);
}

function limitSchema(tool: CatalogTool, room: number, secrets: Needles | undefined): Schema {
  const schema = tool.input_schema;
  if (schema === undefined || schema === null) return absentSchema(tool);
  if (typeof schema !== 'object' || Array.isArray(schema)) return withoutSchema('invalid');
  const limit = Math.min(room, catalogLimits.schemaBytes);
  // To clean is far more work than to measure: what is served too large, or uses up the room before it is cleaned, is not.
  const served = leastJsonBytes(schema, limit);
  if (served > limit) return withoutSchema('too_large');
  const cleaned = cleanJson(schema, { secrets });
  if (!cleaned.ok) return withoutSchema('too_large');
  const bytes = Math.max(served, utf8Length(JSON.stringify(cleaned.value)));
  if (bytes > limit) return withoutSchema('too_large');
  return {
    input_schema: cleaned.value,
    input_schema_truncated: false,
    input_schema_reason: null,
    bytes,
    cleaned: cleaned.cleaned,
  };
}

function nameOf(tool: unknown, secrets: Needles | undefined): Named[] {
  if (typeof tool !== 'object' || tool === null) return [];
  const { name } = tool as { name?: unknown };
  if (typeof name !== 'string') return [];
  const { text, cleaned } = cleanText(name, {
    lineBreaks: false,
    maxBytes: catalogLimits.nameBytes,
    secrets,
  });
  return text === '' ? [] : [{ tool: tool as CatalogTool, name: text, cleaned }];
}

function limitDescription(
  tool: CatalogTool,
  secrets: Needles | undefined,
): { text: string | null; cleaned: boolean } {
  if (typeof tool.description !== 'string') return { text: null, cleaned: false };
  return cleanText(tool.description, { lineBreaks: true, maxBytes: catalogLimits.descriptionBytes, secrets });
}

function estimateOf(tool: CatalogTool): number | null {
  const estimate = tool.estimated_tokens;
  return typeof estimate === 'number' && Number.isSafeInteger(estimate) && estimate >= 0 ? estimate : null;
}

/**
 * A catalog within its limits: texts cleaned, tools sorted by name (by code unit) before they are cut, and in that order
 * every schema kept that still fits, as served and as cleaned. Nameless tools are counted and not kept. A schema over a limit, or
 * nested deeper than parsers hold, is null, truncated, `too_large`; one that is no JSON object is null, `invalid`; a missing one is null without a reason.
 * Whatever else a tool has is dropped. Limiting what is limited changes nothing.
 */
export function limitCatalog(
  tools: readonly CatalogTool[],
  options: LimitCatalogOptions = {},
): LimitedCatalog {
  const { secrets } = options;
  const named = tools.flatMap((tool) => nameOf(tool, secrets));
  named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  let room: number = catalogLimits.allSchemaBytes;
  const kept = named.slice(0, catalogLimits.tools).map(({ tool, name, cleaned }): Required<CatalogTool> => {
    const description = limitDescription(tool, secrets);
    const { bytes, cleaned: schemaCleaned, ...schema } = limitSchema(tool, room, secrets);
    room -= bytes;
    return {
      name,
      description: description.text,
      ...schema,
      estimated_tokens: estimateOf(tool),
      text_cleaned: cleaned || description.cleaned || schemaCleaned || tool.text_cleaned === true,
    };
  });
  const toolCount = Math.max(options.toolCount ?? tools.length, kept.length);
  return { tools: kept, tool_count: toolCount, truncated: toolCount > kept.length };
}
