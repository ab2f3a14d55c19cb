import { seen } from '../journal/fact.ts';
import { readAnswer } from './agent-message.ts';
import { takeReport } from './agent-reports.ts';
import { skipSpace } from '../json/scan.ts';
import { attach, type Outgoing, passBatch } from './attach.ts';
import type { AttachmentState } from './attachment-state.ts';
import { type ClientRequest, isAttach, mayHoldWatched, readClientRequest } from './client-request.ts';
import { idOrNull } from './named-ids.ts';
import { settle } from './settle.ts';
import { mayHoldReport, readStartupReport } from './startup-report.ts';
import { createUnanswered } from './unanswered.ts';
import { createUnreadAnswers } from './unread-answers.ts';

/** Follows the session calls of one agent process: opens attempts, changes the requests, and reads their answers. */
export interface Attachments {
  /** False for whole lines of the host of which none says anything: they may go on without {@link request}. */
  readsRequests(lines: Buffer): boolean;
  /** The same for lines of the agent and {@link answer}. */
  readsAnswers(lines: Buffer): boolean;
  /** A whole line of the host. Never rejects: whatever is wrong with it, some bytes go on. */
  request(line: Buffer): Outgoing | Promise<Outgoing>;
  /** A whole line of the agent, which is forwarded as it is. */
  answer(line: Buffer): void;
  /**
   * A part of a line of the agent that is too long for {@link answer}, the last one with its newline: it may answer any call
   * that waits, and does answer one whose id shows at its ends.
   */
  unread(part: Buffer): void;
  /** The agent's process is gone: ends every attempt. */
  ended(reason_code: string, exit_code: number | null): void;
}

function watch(state: AttachmentState, { id, method, params }: ClientRequest): void {
  if (id === null) return;
  if (method === 'initialize') {
    state.pending.add(id, { kind: 'initialize' });
    return;
  }
  const acp_session_id = idOrNull(params.sessionId);
  if (acp_session_id !== null) state.pending.add(id, { kind: 'close', acp_session_id });
}

function failUnanswered({ pending, perhapsAnswered, keeper }: AttachmentState): void {
  for (const entry of pending.clear()) {
    if (entry.kind !== 'attach' || perhapsAnswered.has(entry.waiting.attempt_id)) continue;
    const { attempt_id, method } = entry.waiting;
    const summary = `The agent's process ended before it answered ${method}.`;
    keeper.note(attempt_id, [seen('attachment-failed', { reason_code: 'process_exited', summary })]);
  }
}

const isBatch = (line: Buffer): boolean => line[skipSpace(line, 0)] === 0x5b;

export function createAttachments(
  given: Pick<
    AttachmentState,
    'identity' | 'keeper' | 'builtIn' | 'policy' | 'effective' | 'execution' | 'onTrouble'
  >,
): Attachments {
  const state: AttachmentState = {
    ...given,
    pending: createUnanswered(),
    perhapsAnswered: new Set(),
    attempts: new Set(),
    attachedBy: new Map(),
    early: [],
    over: false,
    takes: null,
  };
  return {
    readsRequests: mayHoldWatched,
    readsAnswers: (lines) => !state.pending.none || mayHoldReport(lines),
    request(line) {
      const request = readClientRequest(line);
      if (request === null) return isBatch(line) ? passBatch(state, line) : { bytes: line, written: null };
      if (isAttach(request.method)) return attach(state, line, request, request.method);
      watch(state, request);
      return { bytes: line, written: null };
    },
    answer(line) {
      const report = readStartupReport(line);
      if (report !== null) {
        takeReport(state, report);
        return;
      }
      const answer = state.pending.none ? null : readAnswer(line);
      if (answer === null) return;
      const entry = state.pending.take(answer.id);
      if (entry !== undefined) settle(state, entry, answer);
    },
    unread: createUnreadAnswers(state),
    ended(reason_code, exit_code) {
      state.over = true;
      failUnanswered(state);
      for (const attempt_id of state.attempts) {
        state.keeper.note(attempt_id, [seen('execution-ended', { reason_code, exit_code })]);
      }
    },
  };
}
