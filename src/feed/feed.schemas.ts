type Schema = Readonly<Record<string, unknown>>;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text = (description: string): Schema => ({ type: 'string', description });
const position = (description: string): Schema => ({ ...text(description), pattern: '^(0|[1-9][0-9]*)$' });

const feedEvent: Schema = {
  description: 'A recorded event with the task of its session.',
  allOf: [
    ref('RecordedEvent'),
    {
      type: 'object',
      properties: { task_id: { type: ['string', 'null'] } },
      required: ['task_id'],
    },
  ],
};

const feedPage: Schema = {
  type: 'object',
  description: 'Recorded events in the order of the log.',
  properties: {
    events: { type: 'array', items: ref('FeedEvent') },
    next_after: {
      ...position(
        'Give it as `after` for the next page; null when the log had nothing after it. A page may be empty and have one: it looked at much and found nothing that was asked for.',
      ),
      type: ['string', 'null'],
    },
    position: position(
      'Everything up to here was looked at: go on `after` it later, also when `next_after` is null.',
    ),
  },
  required: ['events', 'next_after', 'position'],
};

const cloudEvent: Schema = {
  type: 'object',
  description: 'A recorded event as a CloudEvent 1.0. `id` is unique within `source`, the attempt.',
  properties: {
    specversion: { type: 'string', const: '1.0' },
    id: text('Id of the event.'),
    source: { ...text('The attempt, as a path of this service.'), format: 'uri-reference' },
    type: text('Type of the event; more may be added.'),
    time: { ...text("By the producer's clock."), format: 'date-time' },
    subject: text('The session.'),
    datacontenttype: { type: 'string', const: 'application/json' },
    recordedtime: { ...text('By the clock of the log.'), format: 'date-time' },
    position: position('Place in the log.'),
    data: ref('FeedEvent'),
  },
  required: [
    'specversion',
    'id',
    'source',
    'type',
    'time',
    'subject',
    'datacontenttype',
    'recordedtime',
    'position',
    'data',
  ],
};

/** Component schemas of what the feed gives, by name. They refer to those of the reports. */
export const feedSchemas: Readonly<Record<string, Schema>> = {
  FeedEvent: feedEvent,
  FeedPage: feedPage,
  EvidenceCloudEvent: cloudEvent,
};
