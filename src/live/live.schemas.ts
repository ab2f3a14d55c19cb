type Schema = Readonly<Record<string, unknown>>;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const sessionId: Schema = { type: 'string', minLength: 1, maxLength: 200 };

const position = (description: string): Schema => ({
  type: 'string',
  pattern: '^(0|[1-9][0-9]*)$',
  description,
});

const object = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

interface Frame {
  readonly summary: string;
  readonly data: Schema;
}

/** What a client may say on the live socket, by event. */
export const clientFrames = {
  subscribe: {
    summary: 'Follow a session. `after`: the position of the report that is already held.',
    data: object(
      { session_id: sessionId, after: { ...position('Of a report.'), type: ['string', 'null'] } },
      ['after'],
    ),
  },
  unsubscribe: { summary: 'Follow it no longer.', data: object({ session_id: sessionId }) },
} as const satisfies Record<string, Frame>;

/** What the service says on it, by event. */
export const serverFrames = {
  'session.mcp_status_updated': {
    summary:
      'The report of a session as it is now. The first one after `subscribe` has tools, later ones name digests.',
    data: object({
      task_id: { type: ['string', 'null'] },
      session_id: sessionId,
      history: ref('History'),
      position: position('Newest event that is folded in.'),
      timestamp: { type: 'string', format: 'date-time' },
      durable: {
        type: 'boolean',
        description: 'False: not written to the read models yet; the same follows again.',
      },
    }),
  },
  'session.caught_up': {
    summary: 'Everything up to the position was told; from here on changes are told as they happen.',
    data: object({ session_id: sessionId, position: position('The read models are there.') }),
  },
  resync: {
    summary: 'What follows is a whole report: it could not be resumed from `after`.',
    data: object({
      session_id: sessionId,
      reason: { type: 'string', examples: ['too_old', 'ahead'] },
    }),
  },
  heartbeat: {
    summary: 'Every 15 seconds. Without one for longer the connection is dead.',
    data: object({ position: position('The read models are there.') }),
  },
  error: {
    summary: 'A frame was not done. The connection goes on.',
    data: object(
      {
        code: {
          type: 'string',
          examples: [
            'malformed',
            'unknown_event',
            'invalid',
            'not_found',
            'too_many_subscriptions',
            'erased',
            'unavailable',
          ],
        },
        session_id: sessionId,
      },
      ['session_id'],
    ),
  },
} as const satisfies Record<string, Frame>;

/** The whole frame as it is sent. */
export const frameSchema = (event: string, { data }: Frame): Schema =>
  object({ event: { type: 'string', const: event }, data });
