import { describe, expect, it } from '@jest/globals';
import { watchOutage } from './outage.ts';

const away = (code: string): Error => Object.assign(new Error('of the driver'), { code });

const watched = () => {
  const lines: string[] = [];
  const write = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  return { lines, outage: watchOutage({ error: write('error'), warn: write('warn') }) };
};

describe('an outage of the database', () => {
  it('is logged when it begins and when it is over, however many tries fail meanwhile', () => {
    const { lines, outage } = watched();
    outage.answered();
    for (const code of ['57P01', 'ECONNREFUSED', 'ECONNREFUSED']) outage.failed('It failed.', away(code));
    outage.answered();
    outage.answered();
    outage.failed('It failed.', away('08006'));
    expect(lines).toEqual([
      'warn: The database is away (57P01). Read models wait for it; it is tried again until it is back.',
      'warn: The database is back. Failed tries meanwhile: 3.',
      'warn: The database is away (08006). Read models wait for it; it is tried again until it is back.',
    ]);
  });

  it('hides no other failure', () => {
    const { lines, outage } = watched();
    outage.failed('It failed.', away('ECONNREFUSED'));
    outage.failed('It failed.', new TypeError('of ours'));
    outage.failed('It failed.', away('42601'));
    expect(lines.slice(1)).toEqual(['error: It failed.', 'error: It failed.']);
  });
});
