import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

const lengths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(src|libs|migrations)\//.test(path) && !/\.gen\.|\.spec\.ts$|\/testing\//.test(path))
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
  .sort((a, b) => a.lines - b.lines);

const quantile = (share: number): number => lengths[Math.floor((lengths.length - 1) * share)]!.lines;

describe('source files', () => {
  it('are short: none over 400 lines', () => {
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
  });

  it('are short: nine in ten under 250 lines', () => {
    expect(quantile(0.9)).toBeLessThan(250);
  });

  it('are short: half of them under 60 lines', () => {
    expect(quantile(0.5)).toBeLessThan(60);
  });
});
