import { Injectable } from '@nestjs/common';
import { ExecutorRequests } from './asking/executor-requests.ts';
import { readStruck } from './read-answers.ts';

/** What an executor made of texts that it was asked about. */
export type Checked =
  | { readonly outcome: 'checked'; readonly cleaned: ReadonlyMap<string, string> }
  /** Nobody holds the attempt; or there was no answer in time, or one of another version. */
  | { readonly outcome: 'not_connected' | 'no_answer' };

/** Of the frame of 65,536 bytes that a request has to fit into. */
const mostBytes = 48 * 1024;
const patienceMs = 2_000;

/** In pieces of which each fits; a text that fits into none is left out, as no name is so long. */
function inPieces(texts: Iterable<string>): readonly (readonly string[])[] {
  const pieces: string[][] = [];
  let bytes = Infinity;
  for (const text of texts) {
    const size = Buffer.byteLength(JSON.stringify(text)) + 1;
    if (size > mostBytes) continue;
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

  /** Those of the texts that held a secret, each with what is left of it. Takes some two seconds at most. */
  async check(tenant_id: string, attachment_attempt_id: string, texts: Iterable<string>): Promise<Checked> {
    const signal = AbortSignal.timeout(patienceMs);
    const cleaned = new Map<string, string>();
    for (const piece of inPieces(texts)) {
      const asked = await this.requests.ask({
        tenant_id,
        attachment_attempt_id,
        kind: 'secret_check',
        data: { attachment_attempt_id, texts: piece },
        deadlineMs: patienceMs,
        signal,
      });
      if (asked.outcome === 'not_held') return { outcome: 'not_connected' };
      const struck = asked.outcome === 'answered' ? readStruck(asked.data, piece.length) : null;
      if (struck === null) return { outcome: 'no_answer' };
      for (const { at, text } of struck) cleaned.set(piece[at] ?? '', text);
    }
    return { outcome: 'checked', cleaned };
  }
}
