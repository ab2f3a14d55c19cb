import { createHash } from 'node:crypto';

const attemptPrefix = 'attempt-';
const sessionPrefix = 'session-';

/** The stream that holds the evidence of one attempt. */
export const attemptStream = (attachmentAttemptId: string): string =>
  `${attemptPrefix}${attachmentAttemptId}`;

/**
 * The stream that orders the attempts of one session. The id is the host's, of any content and length, and streams
 * outlive an erasure, so its digest stands for it.
 */
export const sessionStream = (sessionId: string): string =>
  `${sessionPrefix}${createHash('sha256').update(sessionId).digest('hex')}`;

export const isAttemptStream = (stream: string): boolean => stream.startsWith(attemptPrefix);

export const isSessionStream = (stream: string): boolean => stream.startsWith(sessionPrefix);
