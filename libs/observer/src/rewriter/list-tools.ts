import { withProperty } from './schema.ts';
import { isObject, type JsonObject, objectOf } from './json.ts';
import { agentProperty, handleProperty, mirrorProperty, missingTool, type Parameters } from './parameters.ts';
import type { Listed, Registry } from './registry.ts';

const hidden: Listed = { handle: false, agent: false, mirror: false };

/** A tool as it is shown, and what of it is ours. The very same one where nothing is. */
export function showTool(tool: JsonObject, { handle, agent }: Parameters): readonly [JsonObject, Listed] {
  let shown = tool;
  const add = (
    member: 'inputSchema' | 'outputSchema',
    name: string | null,
    property: JsonObject,
  ): boolean => {
    const schema = name === null ? null : withProperty(shown[member], name, property);
    if (schema === null) return false;
    shown = { ...shown, [member]: schema };
    return true;
  };
  const takesHandle = add('inputSchema', handle, handleProperty);
  const takesAgent = add('inputSchema', agent, agentProperty);
  const mirrors = takesHandle && add('outputSchema', handle, mirrorProperty);
  return [shown, { handle: takesHandle, agent: takesAgent, mirror: mirrors }];
}

const nameOf = (tool: unknown): string | null => {
  const name = objectOf(tool)?.name;
  return typeof name === 'string' ? name : null;
};

/** Registers a page as it was served, and gives back what of each tool is shown. One that cannot be read is shown as it is. */
function showAll(
  tools: readonly unknown[],
  parameters: Parameters,
  registry: Registry,
  transport: object,
): readonly unknown[] {
  return tools.map((tool) => {
    const name = nameOf(tool);
    if (name === null || !isObject(tool)) return tool;
    try {
      const [shown, listed] = showTool(tool, parameters);
      registry.list(transport, name, listed);
      return shown;
    } catch {
      registry.list(transport, name, hidden);
      return tool;
    }
  });
}

/** The result of `tools/list` as it is shown to the client. */
export function showList(
  result: JsonObject,
  {
    parameters,
    registry,
    transport,
  }: { readonly parameters: Parameters; readonly registry: Registry; readonly transport: object },
): JsonObject {
  if (!Array.isArray(result.tools)) return result;
  const served = result.tools as readonly unknown[];
  const shown = showAll(served, parameters, registry, transport);
  const { missingTool: own } = parameters;
  const isLast = result.nextCursor === undefined || result.nextCursor === null || result.nextCursor === '';
  const isTaken = own !== null && registry.ofInstance(transport, own) !== null;
  const more = own !== null && isLast && !isTaken ? [showTool(missingTool(own), parameters)[0]] : [];
  if (more.length > 0) registry.offer();
  const isSame = more.length === 0 && shown.every((tool, index) => tool === served[index]);
  return isSame ? result : { ...result, tools: [...shown, ...more] };
}
