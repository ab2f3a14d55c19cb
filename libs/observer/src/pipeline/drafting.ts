import { type Added, nothingAdded } from '../hooks/run-hooks.ts';
import { sessionDigest } from '../hooks/session-digest.ts';
import type { Observation } from '../observation.ts';
import { allArguments, namedArguments, namedHeaders, namedResults } from '../privacy/allowed.ts';
import { firstLeaves } from '../privacy/leaves.ts';
import { memberIn, plainCopy } from '../privacy/plain.ts';
import { WINDOW } from '../privacy/redaction.ts';
import { type Draft, type DraftTexts, noTexts, type Plain } from './draft.ts';
import type { EventCorrelation } from './event.ts';
import type { Judging } from './judging.ts';
import type { OwnPart } from './own-parts.ts';
import { placeOf } from './trace.ts';

const customLimits = { depth: 5, breadth: 100, members: 300, text: WINDOW };
const nothingStripped: ReadonlySet<string> = new Set();

const plainOf = (value: unknown): Plain | null => {
  const copy = plainCopy(value, customLimits);
  return typeof copy === 'object' && copy !== null && !Array.isArray(copy) ? (copy as Plain) : null;
};

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, WINDOW) : null;

const merged = (first: Plain | null, second: Plain | null): Plain | null =>
  first === null || second === null ? (first ?? second) : { ...first, ...second };

/** A relay's token says more than the owner's hook, and the hook more than all else. */
const correlationOf = (observation: Observation, session: string | null): EventCorrelation =>
  session === null || observation.correlation.rung === 'attempt_token'
    ? observation.correlation
    : { rung: 'resolved', value: session };

/** Reads of an observation's content what the options allow, and nothing else. */
export function createDrafting({
  allowed,
  own,
}: Pick<Judging, 'allowed' | 'own'>): (observation: Observation, added: Added) => Draft {
  const { arguments: args = 'none', results, headers } = allowed;
  const readsContent = args !== 'none' || results !== undefined || headers !== undefined;

  const contentTexts = (observation: Observation, part: OwnPart | null): Partial<DraftTexts> => {
    const { content, name, kind } = observation;
    if (content === null || !readsContent) return {};
    const named = kind === 'call' && typeof args === 'object';
    const summed = kind === 'call' && args === 'summary';
    return {
      leaves: summed ? leavesOf(content.params, part?.stripped ?? nothingStripped) : null,
      arguments: named ? namedArguments(args, name, content.params) : null,
      result: results !== undefined && kind === 'call' ? namedResults(results, name, content.result) : null,
      headers: headers === undefined ? null : namedHeaders(headers, content.extra),
    };
  };

  const ownTexts = ({ kind, content }: Observation, isMissing: boolean): Partial<DraftTexts> => {
    if (isMissing) return { text: textOf(memberIn(memberIn(content?.params, 'arguments'), 'description')) };
    if (kind !== 'custom') return {};
    return {
      text: textOf(memberIn(content?.params, 'text')),
      tags: plainOf(memberIn(content?.params, 'tags')),
      properties: plainOf(memberIn(content?.params, 'properties')),
    };
  };

  const textsOf = (
    observation: Observation,
    added: Added,
    part: OwnPart | null,
    isMissing: boolean,
  ): DraftTexts => {
    const isSilent = added === nothingAdded && !readsContent && !isMissing && observation.kind !== 'custom';
    if (isSilent) return noTexts;
    const told = ownTexts(observation, isMissing);
    return {
      ...noTexts,
      ...contentTexts(observation, part),
      ...told,
      actor: added.actor,
      tags: merged(added.tags, told.tags ?? null),
      properties: merged(added.properties, told.properties ?? null),
    };
  };

  return (observation, added) => {
    const part = own.partOf(observation.content?.params);
    const isMissing = part?.isMissingTool === true;
    return {
      observation,
      kind: isMissing ? 'missing_tool' : observation.kind,
      correlation: correlationOf(observation, added.session ?? ownSession(observation)),
      trace: part?.trace ?? placeOf(observation),
      handle: part?.handle ?? null,
      agent: part?.agent ?? null,
      texts: textsOf(observation, added, part, isMissing),
    };
  };
}

/** Of a custom event, as its owner named it. */
const ownSession = ({ kind, server, content }: Observation): string | null =>
  kind === 'custom' ? sessionDigest(server, memberIn(content?.params, 'session')) : null;

function leavesOf(params: unknown, stripped: ReadonlySet<string>): DraftTexts['leaves'] {
  const args = allArguments(params, stripped);
  return args === null ? null : firstLeaves(args);
}
