import type { Batch, SendResult, Sink } from '../../sinks/sink.ts';

const LATER: SendResult = { outcome: 'later' };
const OUTCOMES: ReadonlySet<unknown> = new Set(['taken', 'later', 'too_large', 'refused']);

/** A sink may be anybody's: what is none of the four answers settles nothing. */
const checked = (result: SendResult | undefined): SendResult =>
  result !== undefined && OUTCOMES.has(result.outcome) ? result : LATER;

/** Hands a batch over. Always settles, within the time, and never rejects; its timer holds no process alive. */
export function send(sink: Sink, batch: Batch, timeoutMs: number): Promise<SendResult> {
  const abort = new AbortController();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(LATER);
      abort.abort();
    }, timeoutMs);
    timer.unref();
    const settle = (result: SendResult): void => {
      clearTimeout(timer);
      resolve(result);
    };
    void Promise.resolve()
      .then(() => sink.send(batch, abort.signal))
      .then(checked)
      .then(settle, () => {
        settle(LATER);
      });
  });
}
