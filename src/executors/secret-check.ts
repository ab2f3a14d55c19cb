import { Injectable } from '@nestjs/common';
import { ExecutorRequests } from './asking/executor-requests.ts';
import { readStruck } from './read-answers.ts';

/** Texts of others, and targets of servers, for which other rules hold. */
export interface Told {
  readonly texts: Iterable<string>;
  readonly targets: Iterable<string>;
}

/** What an executor made of them: those that held a secret, each with what is left of it. */
export type Checked =
  | {
      readonly outcome: 'checked';
      readonly texts: ReadonlyMap<string, string>;
      readonly targets: ReadonlyMap<string, string>;
    }
  /** Nobody holds the attempt; or there was no answer in time, or one of another version. */
  | { readonly outcome: 'not_connected' | 'no_answer' };

type Cleaned = ReadonlyMap<string, string> | 'not_connected' | 'no_answer';

/** The executor looks at a piece in one go, and passes on what its agent says meanwhile. */
const mostBytes = 8 * 1024;
const patienceMs = 2_000;

/** Each text is far smaller, as names and summaries are; one that is not stands alone. */
function inPieces(texts: Iterable<string>): readonly (readonly string[])[] {
  const pieces: string[][] = [];
  let bytes = Infinity;
  for (const text of texts) {
    const size = Buffer.byteLength(text);
    bytes += size;
    if (bytes > mostBytes) {
      pieces.push([]);
      bytes = size;
    }
    pieces.at(-1)?.push(text);
  }
  return pieces;
}

/** Has texts looked at by the process that knows the secrets of a session, which no service does. */
@Injectable()
export class SecretCheck {
  constructor(private readonly requests: ExecutorRequests) {}

  /** Takes some two seconds at most. */
  async check(tenant_id: string, attachment_attempt_id: string, told: Told): Promise<Checked> {
    const signal = AbortSignal.timeout(patienceMs);
    const clean = (of: 'text' | 'target', all: Iterable<string>): Promise<Cleaned> =>
      this.#clean(tenant_id, { attachment_attempt_id, of }, all, signal);
    const texts = await clean('text', told.texts);
    if (typeof texts === 'string') return { outcome: texts };
    const targets = await clean('target', told.targets);
    return typeof targets === 'string' ? { outcome: targets } : { outcome: 'checked', texts, targets };
  }

  async #clean(
    tenant_id: string,
    about: { readonly attachment_attempt_id: string; readonly of: string },
    all: Iterable<string>,
    signal: AbortSignal,
  ): Promise<Cleaned> {
    const cleaned = new Map<string, string>();
    for (const texts of inPieces(all)) {
      const asked = await this.requests.ask({
        tenant_id,
        attachment_attempt_id: about.attachment_attempt_id,
        kind: 'secret_check',
        data: { ...about, texts },
        deadlineMs: patienceMs,
        signal,
      });
      if (asked.outcome === 'not_held') return 'not_connected';
      const struck = asked.outcome === 'answered' ? readStruck(asked.data, texts) : null;
      if (struck === null) return 'no_answer';
      for (const [text, left] of struck) cleaned.set(text, left);
    }
    return cleaned;
  }
}
