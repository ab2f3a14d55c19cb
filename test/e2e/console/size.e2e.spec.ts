import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';

const built = join(import.meta.dirname, '../../../libs/console/dist');
const budgetBytes = 200 * 1024;

const gzipped = (path: string): number => gzipSync(readFileSync(join(built, path))).length;

describe('what the console loads', () => {
  it('is under 200 KiB gzipped, with every page of it', () => {
    const assets = readdirSync(join(built, 'assets')).filter((name) => /\.(js|css)$/.test(name));
    expect(assets.length).toBeGreaterThan(2);
    const sum = assets.reduce((total, name) => total + gzipped(join('assets', name)), gzipped('index.html'));
    expect(sum).toBeLessThan(budgetBytes);
  });
});
