import { sanitizeText, type ServerConfiguration } from '@mcp-witness/evidence';
import type { Handler } from '../answering/answering.ts';
import type { Effective } from '../effective/effective.ts';
import { type KnownSecrets, knownSecrets } from '../journal/redact.ts';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

/** Those of all configurations, found anew only when these are others: it takes a while. */
function createSecrets(): (configurations: readonly ServerConfiguration[]) => KnownSecrets {
  let of: readonly ServerConfiguration[] = [];
  let secrets = knownSecrets(of);
  return (configurations) => {
    if (!isSame(of, configurations)) {
      of = configurations;
      secrets = knownSecrets(of);
    }
    return secrets;
  };
}

/**
 * Finds in texts that are about to leave the service what it cannot know there: secrets of the configurations that the
 * sessions came with, by the rules that hold for what is told to it. `of` is `target` or `text`. Answers with the texts
 * that held one, without it.
 */
export function createCheckHandler({ effective }: { readonly effective: Effective }): Handler {
  const secretsOf = createSecrets();
  return ({ attachment_attempt_id: id, of, texts }) => {
    if (typeof id !== 'string' || effective.of(id) === null)
      return Promise.resolve({ code: 'execution_ended' });
    if (!isTexts(texts) || (of !== 'text' && of !== 'target')) return Promise.resolve({ code: 'invalid' });
    const { inTexts, inTargets } = secretsOf(effective.configurations);
    const secrets = of === 'target' ? inTargets : inTexts;
    const struck = texts.flatMap((text, at) => {
      const clean = sanitizeText(text, { secrets, maxBytes: Infinity });
      return clean === text ? [] : [{ at, text: clean }];
    });
    return Promise.resolve({ data: { struck } });
  };
}
