import { type HandlePlan, planOf, type PlanOptions } from '../handles/plan.ts';
import type { OwnPart } from '../pipeline/own-parts.ts';
import { readAgentLabel } from './agent-label.ts';
import { type JsonObject, objectOf, without } from './json.ts';
import type { Parameters } from './parameters.ts';
import type { Listed } from './registry.ts';

/** One call of a tool, taken apart. */
export interface TakenCall {
  readonly part: OwnPart;
  readonly plan: HandlePlan | null;
  readonly mirror: boolean;
  /** `params` as the tool may see them; the very same where nothing of them is ours. */
  readonly params: JsonObject;
}

export interface CallOptions {
  readonly parameters: Parameters;
  /** Null where handles are off. */
  readonly handles: PlanOptions | null;
}

const nothing: ReadonlySet<string> = new Set();

/** Takes from a call what is ours: of a tool that was listed with it, and of no other. */
export function takeCall(
  params: JsonObject,
  listed: Listed,
  transport: object,
  { parameters, handles }: CallOptions,
): Omit<TakenCall, 'part'> & { readonly part: Omit<OwnPart, 'trace'> } {
  const args = objectOf(params.arguments);
  const stripped = new Set<string>();
  const take = (name: string | null, isListed: boolean): unknown => {
    if (name === null || !isListed || args === null || !Object.hasOwn(args, name)) return undefined;
    stripped.add(name);
    return args[name];
  };
  const agent = readAgentLabel(take(parameters.agent, listed.agent));
  const given = take(parameters.handle, listed.handle);
  const plan = listed.handle && handles !== null ? planOf(given, transport, handles) : null;
  return {
    part: {
      handle: plan?.state ?? null,
      agent,
      stripped: stripped.size === 0 ? nothing : stripped,
      isMissingTool: false,
    },
    plan,
    mirror: listed.mirror,
    params: args === null || stripped.size === 0 ? params : { ...params, arguments: without(args, stripped) },
  };
}
