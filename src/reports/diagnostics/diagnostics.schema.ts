import { instant, listOf, object, type Schema, text, whole } from '../../http/schema.ts';

export const diagnosticsSchema: Schema = object('What is known of a session, made to leave the machine.', {
  version: { type: 'integer', const: 1 },
  made_at: instant(),
  versions: { type: 'object', description: 'Of the service, of the report and of Node.' },
  session: { type: 'object' },
  attempts: listOf({ type: 'object' }, { maxItems: 3, description: 'The current one first.' }),
  reasons: {
    type: 'object',
    description: 'What the codes in it mean.',
    additionalProperties: { type: 'string' },
  },
  left_out: listOf(text(), { description: 'What does not stand in it.' }),
  self_check: object(
    'Every text, looked at once more by its shape; and what others wrote by the executor, for the secrets that it knows.',
    {
      texts: whole(),
      struck_out: whole(),
      executor: {
        type: 'string',
        enum: ['checked', 'not_connected', 'no_answer'],
        description: 'Whether the executor of the current attempt has looked at what others wrote.',
      },
    },
  ),
  digest: text('SHA-256 of the canonical JSON (RFC 8785) of everything else.'),
});
