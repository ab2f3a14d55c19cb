import { listOf, object, text, whole } from '../http/schema.ts';

const attempts = listOf(text('The id of an attempt.'), { maxItems: 256 });

/** What an executor says on its socket, by event. */
export const executorSays = {
  hold: {
    summary: 'Lives, and has exactly these attempts: their leases are renewed, those of others given back.',
    data: object('The whole state of the executor.', {
      executor_id: {
        ...text('Of this process, the same on every connection.'),
        minLength: 1,
        maxLength: 200,
      },
      attempts,
    }),
  },
  progress: {
    summary: 'How far a request is, for whoever waits for its answer. None has to come.',
    data: object('At most 512 bytes of data; the first 64 of a request are passed on.', {
      id: text('Of the request.'),
      data: { type: 'object', description: 'Of a test: `stage`, `elapsed_ms`, `budget_ms`, `may_download`.' },
    }),
  },
  answer: {
    summary: 'What became of a request, once: what was asked for, or a code that says why not.',
    data: object(
      'One of `data` and `code`, in one frame of at most 65,536 bytes.',
      { id: text('Of the request.'), data: { type: 'object' }, code: text() },
      ['data', 'code'],
    ),
  },
} as const;

/** What the service says to it, by event. */
export const executorHears = {
  held: {
    summary: 'The leases were written. Renew three times within one.',
    data: object('How they stand.', {
      lease_ms: whole('How long a lease lasts.'),
      lost: { ...attempts, description: 'Those that were given up before, and stay so.' },
    }),
  },
  request: {
    summary:
      'An operator asks for something. It comes again over the next connection while it has no answer; what was met before is not done again.',
    data: object('What is asked for.', {
      id: text(),
      kind: { ...text(), examples: ['endpoint_test', 'recent_output', 'secret_check'] },
      deadline_ms: whole('How long it may take from now on.'),
      data: { type: 'object' },
    }),
  },
  cancel: {
    summary: 'Nobody waits for the answer any more.',
    data: object('To which request.', { id: text() }),
  },
  heartbeat: {
    summary: 'Every 15 seconds. Without one for longer the connection is dead.',
    data: object('Nothing.', {}),
  },
  error: {
    summary: 'A frame was not done. The connection goes on, but for `other_executor`.',
    data: object('Why.', {
      code: {
        ...text(),
        examples: [
          'malformed',
          'unknown_event',
          'invalid',
          'too_many_attempts',
          'other_executor',
          'unavailable',
        ],
      },
    }),
  },
} as const;
