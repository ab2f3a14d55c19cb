import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareInstants, parseInstant, toUtc } from './instant.ts';

describe('an instant', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:00.000000001Z', 1n],
    ['1970-01-01t00:00:01.5z', 1_500_000_000n],
    ['1969-12-31T23:59:59.9Z', -100_000_000n],
    ['2026-11-30T13:00:00+02:00', 1_796_036_400_000_000_000n],
    ['2026-11-30T11:00:00-00:00', 1_796_036_400_000_000_000n],
    ['1970-01-01T00:00:00.1234567899999Z', 123_456_789n],
    ['2016-12-31T23:59:60.5Z', 1_483_228_799_999_999_999n],
    ['2017-01-01T00:59:60+01:00', 1_483_228_799_999_999_999n],
  ])('is read from %s', (text, nanoseconds) => {
    expect(parseInstant(text)).toBe(nanoseconds);
  });

  it.each([
    ...[
      '',
      'tomorrow',
      '2026-02-29T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '2026-04-31T00:00:00Z',
    ],
    ...[
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T23:60:00Z',
    ],
    ...[
      '2026-01-01T23:59:61Z',
      '2026-11-30T23:59:60Z',
      '2016-12-31T22:59:60Z',
      '2026-01-01T00:00:00',
      '2026-01-01 00:00:00Z',
    ],
    ...[
      '2026-01-01T00:00:00.Z',
      '2026-01-01T00:00:00,5Z',
      '2026-01-01T00:00:00+24:00',
      '2026-01-01T00:00:00+01:60',
    ],
    ...[
      '2026-01-01T00:00:00+0100',
      '2026-1-1T00:00:00Z',
      '26-01-01T00:00:00Z',
      '+2026-01-01T00:00:00Z',
      ' 2026-01-01T00:00:00Z',
    ],
    ...[
      '2026-01-01T00:00:00Z\n',
      '2026-01-01T00:00Z',
      '２026-01-01T00:00:00Z',
      '0000-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
    ],
  ])('is not read from %j', (text) => {
    expect(parseInstant(text)).toBeNull();
    expect(toUtc(text)).toBeNull();
  });

  it.each([
    ['2026-11-30T13:00:00.500+02:00', '2026-11-30T11:00:00.500Z'],
    ['2024-02-29t23:30:00-01:00', '2024-03-01T00:30:00Z'],
    ['2000-01-01T00:00:00+00:01', '1999-12-31T23:59:00Z'],
    ['0000-02-29T12:00:00Z', '0000-02-29T12:00:00Z'],
    ['2026-01-01T00:00:00.1234567891Z', '2026-01-01T00:00:00.123456789Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999999999Z'],
  ])('is written in UTC: %s', (text, utc) => {
    expect(toUtc(text)).toBe(utc);
    expect(parseInstant(utc)).toBe(parseInstant(text));
  });

  it('agrees with the calendar of the platform for every millisecond, at any offset', () => {
    const first = Date.UTC(2000, 0, 1) - 2000 * 365 * 86_400_000;
    const minutes = fc.integer({ min: -1439, max: 1439 });
    fc.assert(
      fc.property(
        fc.integer({ min: first, max: 253_402_300_799_999 - 86_400_000 }),
        minutes,
        (time, offset) => {
          const two = (value: number): string => String(Math.abs(value)).padStart(2, '0');
          const local = new Date(time + offset * 60_000).toISOString().slice(0, -1);
          fc.pre(!local.startsWith('-') && !local.startsWith('+'));
          const text = `${local}${offset < 0 ? '-' : '+'}${two(Math.trunc(offset / 60))}:${two(offset % 60)}`;
          const instant = new Date(time).toISOString();
          return parseInstant(text) === BigInt(time) * 1_000_000n && (toUtc(text) ?? instant) === instant;
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('compareInstants', () => {
  it('compares instants, not texts', () => {
    expect(compareInstants('2026-11-30T13:00:00+02:00', '2026-11-30T11:00:00Z')).toBe(0);
    expect(compareInstants('2026-11-30T12:00:04.999+01:00', '2026-11-30T11:00:05Z')).toBe(-1);
    expect(compareInstants('2026-11-30T11:00:00.000000002Z', '2026-11-30T11:00:00.000000001Z')).toBe(1);
    expect(compareInstants('soon', '0001-01-01T00:00:00Z')).toBe(-1);
    expect(compareInstants('2016-12-31T23:59:60.9Z', '2017-01-01T00:00:00.1Z')).toBe(-1);
  });

  it('is a total preorder', () => {
    const text = fc.oneof(
      fc.constantFrom(
        '',
        'soon',
        '2016-12-31T23:59:60Z',
        '2016-12-31T23:59:59.999999999Z',
        '2017-01-01T00:00:00Z',
      ),
      fc
        .tuple(
          fc.integer({ min: 0, max: 3 }),
          fc.integer({ min: 0, max: 3 }),
          fc.constantFrom('Z', '+01:00', '-00:30', 'x'),
        )
        .map(([second, fraction, zone]) => `2026-11-30T00:00:0${second}.${fraction}${zone}`),
    );
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const turned = compareInstants(a, b) + compareInstants(b, a);
        const chains = compareInstants(a, b) <= 0 && compareInstants(b, c) <= 0;
        return compareInstants(a, a) === 0 && turned === 0 && (!chains || compareInstants(a, c) <= 0);
      }),
    );
  });
});
