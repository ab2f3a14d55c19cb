/** What one check of `witness doctor` found. `advice` says what to do about it. */
export interface CheckResult {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  readonly advice: string | null;
}

export const ok = (check: string, found: string): CheckResult => ({
  check,
  state: 'ok',
  found,
  advice: null,
});

export const warn = (check: string, found: string, advice: string): CheckResult => ({
  check,
  state: 'warn',
  found,
  advice,
});

export const fail = (check: string, found: string, advice: string): CheckResult => ({
  check,
  state: 'fail',
  found,
  advice,
});
