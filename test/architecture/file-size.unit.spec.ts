import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root, sourcesOf } from './sources.ts';

const lengths = ['src', 'libs', 'migrations']
  .flatMap(sourcesOf)
  .filter((path) => /\.tsx?$/.test(path) && !/\.gen\.|\.spec\.ts$|\/(test|testing)\//.test(path))
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
