import type { Observation } from '../observation.ts';
import { type DraftTexts } from '../pipeline/draft.ts';
import { plainCopy } from '../privacy/plain.ts';
import { type ContainedHook, containHook, type Containing, type HookResult } from './contain.ts';
import type { HookCall, Hooks } from './hooks.ts';
import { readOnly } from './read-only.ts';
import { sessionDigest } from './session-digest.ts';
import { after, all, type Soon } from './settled.ts';

/** What the owner's hooks add to an event. */
export interface Added extends Pick<DraftTexts, 'actor' | 'tags' | 'properties'> {
  /** The digest of the session that was resolved. */
  readonly session: string | null;
}

export const nothingAdded: Added = { actor: null, tags: null, properties: null, session: null };

const limits = { depth: 5, breadth: 100, members: 300, text: 8_192 };

type Plain = Readonly<Record<string, unknown>>;

const valueOf = (result: HookResult | undefined): unknown => (result?.ok === true ? result.value : undefined);

function plainOf(result: HookResult | undefined): Plain | null {
  const copy = plainCopy(valueOf(result), limits);
  return typeof copy === 'object' && copy !== null && !Array.isArray(copy) ? (copy as Plain) : null;
}

/** To read alone: hooks may keep it, and see no more of an observation than this. What it inherits is not spread. */
function callOf(observation: Observation): HookCall {
  const { content, ...seen } = observation;
  return readOnly({
    ...seen,
    result_bytes: observation.result_bytes,
    params: content?.params,
    result: content?.result,
    extra: content?.extra,
  }) as HookCall;
}

const names = ['identify', 'resolveSession', 'tags', 'properties'] as const;

/** Runs the four hooks that add something, at the same time. Null where the owner has none of them. */
export function createAddingHooks(
  hooks: Hooks,
  containing: Containing,
): ((observation: Observation) => Soon<Added>) | null {
  const contained = names.flatMap((name): [(typeof names)[number], ContainedHook][] => {
    const hook = hooks[name];
    return typeof hook === 'function' ? [[name, containHook(name, hook, containing)]] : [];
  });
  if (contained.length === 0) return null;
  return (observation) => {
    const call = callOf(observation);
    return after(all(contained.map(([, run]) => run(call))), (results) => {
      const of = new Map(contained.map(([name], index) => [name, results[index]]));
      return {
        actor: plainOf(of.get('identify')),
        session: sessionDigest(observation.server, valueOf(of.get('resolveSession'))),
        tags: plainOf(of.get('tags')),
        properties: plainOf(of.get('properties')),
      };
    });
  };
}
