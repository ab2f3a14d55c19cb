import type { SeenClient } from '../observation.ts';
import type { AgentLabel, ObservedEvent } from '../pipeline/event.ts';
import { fit } from '../pipeline/fit.ts';
import { noTexts, type Plain } from '../pipeline/draft.ts';
import { plainCopy } from '../privacy/plain.ts';
import { type Redaction, WINDOW } from '../privacy/redaction.ts';
import { type ContainedHook } from './contain.ts';
import { after, type Soon } from './settled.ts';

const limits = { depth: 8, breadth: 128, members: 1_000, text: WINDOW };
/** Of what a server listed, which nothing is taken back of. */
const servedLimits = { depth: 16, breadth: 1_000, members: 20_000, text: WINDOW };
const NAME_BYTES = 256;
const SUMMARY_BYTES = 600;

const plainOf = (value: unknown): Plain | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : null;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What the hook made of the parts that it may change; all else stays as it was seen. */
function changed(event: ObservedEvent, given: Plain, redaction: Redaction): ObservedEvent {
  const name = (value: unknown): string | null => {
    const text = textOf(value);
    return text === null ? null : redaction.clean(text, NAME_BYTES);
  };
  const client = plainOf(given.client);
  const agent = plainOf(given.agent);
  const summary = textOf(given.arguments_summary);
  return {
    ...event,
    ...fit(
      {
        ...noTexts,
        actor: plainOf(given.actor),
        tags: plainOf(given.tags),
        properties: plainOf(given.properties),
        text: textOf(given.text),
        arguments: plainOf(given.arguments),
        result: plainOf(given.result),
        headers: plainOf(given.headers),
      },
      redaction,
    ),
    arguments_summary: summary === null ? null : redaction.clean(summary, SUMMARY_BYTES),
    name: name(given.name),
    client: clientOf(event.client, name(client?.name), name(client?.version)),
    agent: agentOf(name(agent?.name), name(agent?.parent)),
  };
}

const clientOf = (seen: SeenClient | null, name: string | null, version: string | null): SeenClient | null =>
  seen === null || name === null ? null : { name, version, rung: seen.rung };

const agentOf = (name: string | null, parent: string | null): AgentLabel | null =>
  name === null ? null : { name, parent };

/** The hook's own, which it may change or clone. What a server listed is the server's objects, and may be of any size. */
function ownCopy(event: ObservedEvent): ObservedEvent {
  const { listing, ...rest } = event;
  const copy = structuredClone(rest);
  if (listing === null) return { ...copy, listing };
  const served = plainCopy(listing.served, servedLimits);
  return { ...copy, listing: { ...listing, served: Array.isArray(served) ? served : null } };
}

/** What the owner's hook leaves of an event: null when it drops it, `failed` when it did not decide. */
export function redactEvent(
  event: ObservedEvent,
  hook: ContainedHook,
  redaction: Redaction,
): Soon<ObservedEvent | null | 'failed'> {
  return after(hook(ownCopy(event)), (result) => {
    if (!result.ok) return 'failed';
    if (result.value === null) return null;
    const given = plainOf(plainCopy(result.value, limits));
    return given === null ? 'failed' : changed(event, given, redaction);
  });
}
