import type { JsonObject } from './json.ts';
import type { HandleOptions, RewritingOptions } from './options.ts';

/** The names that we add, and what is said of them. */
export interface Parameters {
  /** Null where handles are off. */
  readonly handle: string | null;
  readonly agent: string | null;
  readonly missingTool: string | null;
}

const HANDLE_PARAMETER = 'witness_session';
const AGENT_PARAMETER = 'witness_agent';
const MISSING_TOOL = 'report_missing_tool';

const nameIn = <Key extends string>(
  option: Readonly<Partial<Record<Key, string>>> | boolean | undefined,
  key: Key,
  usual: string,
): string | null => {
  if (option === undefined || option === false) return null;
  return option === true ? usual : (option[key] ?? usual);
};

export const parametersOf = ({ handles, agents, reportMissingTool }: RewritingOptions): Parameters => ({
  handle: nameIn(handles, 'parameter', HANDLE_PARAMETER),
  agent: nameIn(agents, 'parameter', AGENT_PARAMETER),
  missingTool: nameIn(reportMissingTool, 'name', MISSING_TOOL),
});

export const handleOptions = (handles: RewritingOptions['handles']): HandleOptions =>
  handles === undefined || handles === true ? {} : handles;

// What models read says what a thing is, and tells nobody what to do.

export const handleProperty: JsonObject = {
  type: 'string',
  description:
    'Optional. A value that an earlier result of this server held under this name; it tells which calls belong together.',
};

export const agentProperty: JsonObject = {
  type: 'string',
  description:
    'Optional. A label of the calling agent, such as `model|harness|nonce`; for a subagent, `label of its parent > label`.',
};

export const mirrorProperty: JsonObject = {
  type: 'string',
  description: 'A value that later calls may carry under this name; it tells which calls belong together.',
};

export const missingTool = (name: string): JsonObject => ({
  name,
  description:
    'Records for the owner of this server that something was looked for in its tools and is not there. It has no other effect.',
  inputSchema: {
    type: 'object',
    properties: {
      description: { type: 'string', description: 'What was looked for, in a sentence.' },
    },
    required: ['description'],
  },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
});
