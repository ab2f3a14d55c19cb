import { isDeepStrictEqual } from 'node:util';
import { type LogEvent, Position } from '@mcp-witness/event-log';
import {
  type AttemptState,
  evolve,
  evolveSession,
  initialSession,
  initialState,
  type SessionState,
  toHistory,
} from '@mcp-witness/evidence';
import { decodeClaim } from '../../../src/log/claim-codec.ts';
import { decodeEvidence } from '../../../src/log/evidence-codec.ts';
import { attemptStream, sessionStream } from '../../../src/log/streams.ts';
import { asLogged } from '../../support/as-logged.ts';
import type { State, Watcher } from './watcher.ts';

type Plain = ReturnType<typeof asLogged>;

/** The report of a session after each of its events, straight from the log. */
export function reportsOf(log: readonly LogEvent[], sessionId: string): ReadonlyMap<string, Plain> {
  const reports = new Map<string, Plain>();
  const attempts = new Map<string, AttemptState>();
  const streams = new Map<string, string>();
  let order: SessionState = initialSession();
  for (const event of log) {
    const attempt = streams.get(event.stream);
    if (event.stream === sessionStream(sessionId)) {
      const claim = decodeClaim(event);
      order = evolveSession(order, claim);
      for (const { attachment_attempt_id: id } of order.claims) streams.set(attemptStream(id), id);
    } else if (attempt !== undefined) {
      attempts.set(attempt, evolve(attempts.get(attempt) ?? initialState(), decodeEvidence(event)));
    } else continue;
    const history = toHistory(order, (id) => attempts.get(id));
    if (history !== null) reports.set(event.position, asLogged(history));
  }
  return reports;
}

const isNews = (state: State, before: State): boolean => {
  const order = Position.compare(state.history.position as Position, before.history.position as Position);
  return order > 0 || (order === 0 && state.durable && !before.durable);
};

/** What was wrong in what a client was sent: a state that came twice, out of order, or that the log never had; or no end. */
export function faultsOf(watcher: Watcher, log: readonly LogEvent[]): readonly string[] {
  const reports = reportsOf(log, watcher.sessionId);
  const faults: string[] = [];
  watcher.states.forEach((state, index) => {
    const { position } = state.history;
    const before = watcher.states[index - 1];
    if (before !== undefined && !isNews(state, before))
      faults.push(`${position} came after ${before.history.position}`);
    if (!isDeepStrictEqual(asLogged(state.history), reports.get(position)))
      faults.push(`the report at ${position} is not that of the log`);
  });
  const last = watcher.states.at(-1)?.history.position;
  const end = [...reports.keys()].at(-1);
  if (last !== end) faults.push(`it ends at ${last} and not at ${end}`);
  return faults;
}
