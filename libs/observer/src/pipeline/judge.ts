import { containHook } from '../hooks/contain.ts';
import { redactEvent } from '../hooks/redact-event.ts';
import { redactTexts } from '../hooks/redact-texts.ts';
import { type Added, createAddingHooks, nothingAdded } from '../hooks/run-hooks.ts';
import { after, type Soon } from '../hooks/settled.ts';
import type { Observation } from '../observation.ts';
import { createDrafting } from './drafting.ts';
import type { Draft } from './draft.ts';
import type { ObservedEvent } from './event.ts';
import { finish } from './finish.ts';
import type { Judging } from './judging.ts';

/** What may leave of an observation: an event, nothing (the owner dropped it), or `lost` where nobody could say. */
export type Verdict = ObservedEvent | null | 'lost';

/** Takes an observation through hooks and redaction. Never throws or rejects; decides at once where no hook waits. */
export function createJudge(judging: Judging): (observation: Observation) => Soon<Verdict> {
  const { hooks, redaction, containing } = judging;
  const add = createAddingHooks(hooks, containing);
  const drafted = createDrafting(judging);
  const texts =
    hooks.redactText === undefined ? null : containHook('redactText', hooks.redactText, containing);
  const event =
    hooks.redactEvent === undefined ? null : containHook('redactEvent', hooks.redactEvent, containing);

  const redacted = (draft: Draft): Soon<Draft | null> =>
    texts === null
      ? draft
      : after(redactTexts(draft.texts, texts), (left) => (left === null ? null : { ...draft, texts: left }));

  const finished = (draft: Draft | null): Soon<Verdict> => {
    if (draft === null) return 'lost';
    const whole = finish(draft, redaction);
    if (event === null) return whole;
    return after(redactEvent(whole, event, redaction), (left) => (left === 'failed' ? 'lost' : left));
  };

  return (observation) => {
    try {
      const added: Soon<Added> = add === null ? nothingAdded : add(observation);
      const verdict = after(added, (more) => after(redacted(drafted(observation, more)), finished));
      return verdict instanceof Promise ? verdict.catch(() => 'lost') : verdict;
    } catch {
      return 'lost';
    }
  };
}
