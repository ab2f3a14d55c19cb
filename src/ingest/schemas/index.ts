import { type EvidenceEvent, type EvidenceType, type Producer } from '@mcp-witness/evidence';
import { describedData } from './data.ts';
import { exampleOf, type Members, objectOf, required, type Schema } from './member.ts';
import { count, id, instant, open, uuid7 } from './values.ts';

/** The name of the schema of any event. */
export const eventSchemaName = 'EvidenceEventBody';

const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const producer: Members<Producer> = {
  id: required(
    { ...id, description: 'Chosen by the producer, the same for all that it makes of one attempt.' },
    'relay',
  ),
  sequence: required(
    { ...count, minimum: 1, description: "The producer's own count within the attempt." },
    7,
  ),
};

const witnesses = [
  'resolver',
  'host',
  'acp_relay',
  'in_session_endpoint',
  'front',
  'observer',
  'agent',
  'operator',
] as const;

const envelopeOf = (type: EvidenceType): Members<EvidenceEvent> => {
  const { data } = describedData[type];
  return {
    event_id: required(
      { ...uuid7, description: 'UUIDv7, unique within its attempt.' },
      '0197a000-0001-7000-8000-000000000007',
    ),
    type: required({ type: 'string', const: type }, type),
    attachment_attempt_id: required(uuid7, '0197a000-0000-7000-8000-000000000001'),
    occurred_at: required(
      { ...instant, description: 'By the clock of the producer.' },
      '2026-11-30T12:00:00Z',
    ),
    producer: required(refTo('EvidenceProducer'), exampleOf(producer, 'required')),
    witness: required(open(...witnesses), 'host'),
    data: required(objectOf(data), exampleOf(data, 'required')),
  };
};

export const eventTypes = Object.keys(describedData) as readonly EvidenceType[];

/** An event of the type: with the required members only, or with every member that is documented. */
export const exampleEvent = (
  type: EvidenceType,
  which: 'all' | 'required',
): Readonly<Record<string, unknown>> => ({
  ...exampleOf(envelopeOf(type), 'required'),
  data: exampleOf(describedData[type].data, which),
});

const nameOf = (type: EvidenceType): string =>
  `${type.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const schemaOf = (type: EvidenceType): Schema => ({
  ...objectOf(envelopeOf(type), describedData[type].description),
  examples: [exampleEvent(type, 'required')],
});

/** Component schemas of the events that producers send, by name: one for each type, and the choice among them. */
export const evidenceSchemas: Readonly<Record<string, Schema>> = {
  EvidenceProducer: objectOf(producer),
  ...Object.fromEntries(eventTypes.map((type) => [nameOf(type), schemaOf(type)])),
  [eventSchemaName]: {
    description: 'One evidence event. Its `type` says what its `data` holds; other members are passed over.',
    oneOf: eventTypes.map((type) => refTo(nameOf(type))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(eventTypes.map((type) => [type, refTo(nameOf(type)).$ref])),
    },
  },
};
