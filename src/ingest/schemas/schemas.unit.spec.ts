import { parseEvent } from '@mcp-witness/evidence';
import { describe, expect, it } from '@jest/globals';
import { describedData } from './data.ts';
import { evidenceSchemas, eventTypes, exampleEvent } from './index.ts';

type Json = Readonly<Record<string, unknown>>;

const without = (json: Json, name: string): Json =>
  Object.fromEntries(Object.entries(json).filter(([key]) => key !== name));

const pointersOf = (json: unknown): readonly string[] => {
  const parsed = parseEvent(json);
  return parsed.ok ? [] : parsed.faults.map(({ pointer }) => pointer);
};

describe.each(eventTypes.map((type) => [type]))('the documented event %s', (type) => {
  const least = exampleEvent(type, 'required');

  it('is accepted with nothing but its required members', () => {
    expect(parseEvent(least)).toMatchObject({ ok: true, event: { type } });
  });

  it('is accepted with all that is documented of it, and keeps it', () => {
    const full = exampleEvent(type, 'all');
    const parsed = parseEvent(full);
    expect(parsed).toMatchObject({ ok: true });
    expect(parsed.ok && Object.keys(parsed.event.data).sort()).toEqual(
      Object.keys(describedData[type].data).sort(),
    );
  });

  it('is refused, with its place, for want of any required member', () => {
    for (const name of Object.keys(least)) expect(pointersOf(without(least, name))).toContain(`/${name}`);
    const data = least.data as Json;
    for (const name of Object.keys(data)) {
      expect(pointersOf({ ...least, data: without(data, name) })).toEqual([`/data/${name}`]);
    }
    const producer = least.producer as Json;
    for (const name of Object.keys(producer)) {
      expect(pointersOf({ ...least, producer: without(producer, name) })).toEqual([`/producer/${name}`]);
    }
  });
});

describe('the schema of an event', () => {
  it('offers every type by its name', () => {
    const { oneOf, discriminator } = evidenceSchemas.EvidenceEventBody as {
      readonly oneOf: readonly unknown[];
      readonly discriminator: { readonly propertyName: string; readonly mapping: Json };
    };
    expect(oneOf).toHaveLength(eventTypes.length);
    expect(discriminator.propertyName).toBe('type');
    expect(discriminator.mapping['server-resolved']).toBe('#/components/schemas/ServerResolvedEvent');
  });
});
