import { describe, expect, it } from '@jest/globals';
import { failureOf } from './failure.ts';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

describe('failureOf', () => {
  it('repeats what a lost connection, a restart, a lock or a standby caused', () => {
    const codes = [
      'ECONNREFUSED',
      '08006',
      '57P01',
      '57P03',
      '57014',
      '40001',
      '40P01',
      '53300',
      '55P03',
      '25006',
    ];
    for (const code of codes) expect([code, failureOf(withCode(code))]).toEqual([code, 'again']);
    expect(failureOf(new Error('Connection terminated unexpectedly'))).toBe('again');
    expect(failureOf(new Error('Query read timeout'))).toBe('again');
  });

  it('blames the content for data, constraints and program limits', () => {
    for (const code of ['22021', '22P02', '23505', '23514', '54000'])
      expect(failureOf(withCode(code))).toBe('content');
  });

  it('gives up on a set-up or a disk that repeating does not help', () => {
    for (const code of ['42501', '42883', '42P01', '53100', 'XX001', '25000']) {
      expect(failureOf(withCode(code))).toBe('broken');
    }
  });
});
