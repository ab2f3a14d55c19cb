import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ObservedEvent } from '../../pipeline/event.ts';
import { createPoster } from '../http/post.ts';
import type { SendResult, Sink } from '../sink.ts';
import { createLedger, type Entry } from './ledger.ts';
import { postEvidence } from './post-evidence.ts';
import { sendInParts } from './send-in-parts.ts';
import { createWaiting } from './waiting.ts';

export interface WitnessSinkOptions {
  /** The service; `WITNESS_URL` when absent. */
  readonly url?: string;
  /** A key that may write evidence; `WITNESS_API_KEY`, or what is in the file `WITNESS_API_KEY_FILE`, when absent. */
  readonly apiKey?: string;
  /** How clients reach the server over HTTP, such as `https://tools.example`: shown as scheme and host. This host when absent. */
  readonly address?: string;
  /** Where those variables are read; `process.env` when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly name?: string;
}

const CLOSING_MS = 2_000;
const AGAIN_MS = 1_000;
const LONGEST_WAIT_MS = 300_000;

function keyOf({ apiKey, env = process.env }: WitnessSinkOptions): string | null {
  if (apiKey !== undefined) return apiKey;
  const { WITNESS_API_KEY, WITNESS_API_KEY_FILE } = env;
  if (WITNESS_API_KEY !== undefined && WITNESS_API_KEY !== '') return WITNESS_API_KEY;
  return WITNESS_API_KEY_FILE === undefined ? null : readFileSync(WITNESS_API_KEY_FILE, 'utf8').trim();
}

function addressOf({ env = process.env, url = env.WITNESS_URL }: WitnessSinkOptions): URL {
  if (url === undefined || url === '') throw new TypeError('witnessSink needs a url, or WITNESS_URL');
  if (!/^https?:/i.test(url) || !URL.canParse(url))
    throw new TypeError('witnessSink needs a url, or WITNESS_URL, such as https://witness.example');
  return new URL(`${url.replace(/\/+$/, '')}/v1/evidence`);
}

const told = (entries: readonly Entry[]): readonly ObservedEvent[] => [
  ...new Set(entries.flatMap(({ of }) => (of === null ? [] : [of]))),
];

/**
 * Tells a Witness service: in the attempt that a relay named, or as sessions of the server's own. What is sent again has
 * the same ids, and changes nothing. Throws on an address or a key file that cannot be.
 */
export function witnessSink(options: WitnessSinkOptions = {}): Sink {
  const key = keyOf(options);
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const poster = createPoster(addressOf(options), headers);
  const ledger = createLedger(options.address ?? `http://${hostname()}`);
  const waiting = createWaiting();
  let closing = false;
  let timer: NodeJS.Timeout | null = null;
  let retrying: Promise<void> = Promise.resolve();
  /** Of what waited, since the last batch that was taken. */
  let refusedLate = 0;

  const send = async (entries: readonly Entry[], signal: AbortSignal): Promise<SendResult> => {
    if (entries.length === 0) return { outcome: 'taken' };
    const events = entries.map(({ event }) => event);
    const judged = await postEvidence(poster, events, signal);
    if (judged.outcome !== 'judged') return judged;
    let refused = 0;
    for (const [index, code] of judged.rejected) {
      const entry = entries[index];
      if (entry === undefined) continue;
      const isUnknown = code === 'unknown_attempt' && entry.home.isClaimed;
      // One that is open already was opened by another process for the same session.
      if (isUnknown ? !waiting.add(entry) : entry.event.type !== 'attempt-started') refused += 1;
    }
    if (waiting.size > 0) tryLater(AGAIN_MS);
    return { outcome: 'taken', refused };
  };

  const sendWaiting = async (isEnd: boolean, signal: AbortSignal): Promise<void> => {
    const { again, given } = waiting.take(isEnd);
    const entries = [...again, ...told(given).flatMap((event) => ledger.atHome(event))];
    if (isEnd) entries.push(...ledger.endings());
    const { left, refused, after_ms } = await sendInParts(entries, (part) => send(part, signal));
    refusedLate += refused + left.filter((entry) => !waiting.add(entry)).length;
    if (left.length > 0) tryLater(Math.min(Math.max(AGAIN_MS, after_ms ?? 0), LONGEST_WAIT_MS));
  };

  function tryLater(ms: number): void {
    if (closing) return;
    timer ??= setTimeout(() => {
      timer = null;
      retrying = retrying.then(() => sendWaiting(false, AbortSignal.timeout(CLOSING_MS)));
    }, ms).unref();
  }

  return {
    name: options.name ?? 'witness',
    wantsCatalog: true,
    async send({ events, lost }, signal) {
      const entries = [...events.flatMap((event) => ledger.entriesOf(event)), ...ledger.lost(lost)];
      const result = await send(entries, signal);
      if (result.outcome === 'taken' || result.outcome === 'refused') ledger.settle(events);
      if (result.outcome !== 'taken') return result;
      ledger.settleLosses();
      const refused = (result.refused ?? 0) + refusedLate;
      refusedLate = 0;
      return { outcome: 'taken', refused };
    },
    async close() {
      closing = true;
      if (timer !== null) clearTimeout(timer);
      // Broken off, it would leave open whether the attempt is known by now, and be told in another one as well.
      await retrying;
      await sendWaiting(true, AbortSignal.timeout(CLOSING_MS));
      poster.close();
    },
  };
}
