import { sanitizeText, secretNeedles } from '@mcp-witness/evidence';
import type { Handler } from '../answering/answering.ts';
import type { Effective } from '../effective/effective.ts';

/** Shorter values are words that stand in any text. */
const leastSecret = 8;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

/**
 * Finds in texts that are about to leave the service what it cannot know there: values of headers, environment and arguments
 * of the configurations that the sessions came with. Answers with those texts, without them. A text that is a server's name
 * is that, whatever else is called so.
 */
export const createCheckHandler =
  ({ effective }: { readonly effective: Effective }): Handler =>
  ({ attachment_attempt_id: id, texts }) => {
    const attempt = typeof id === 'string' ? effective.of(id) : null;
    if (attempt === null) return Promise.resolve({ code: 'execution_ended' });
    if (!isTexts(texts)) return Promise.resolve({ code: 'invalid' });
    const values = effective.configurations.map(({ headers, env, args }) => ({ headers, env, args }));
    const secrets = secretNeedles(values, { least: leastSecret });
    const struck = texts.flatMap((text, at) => {
      const clean = attempt.servers.has(text) ? text : sanitizeText(text, { secrets, maxBytes: Infinity });
      return clean === text ? [] : [{ at, text: clean }];
    });
    return Promise.resolve({ data: { struck } });
  };
