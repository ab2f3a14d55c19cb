import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';

const bundle = join(import.meta.dirname, '../../../libs/explorer/dist/bundle/witness-mcp-status.js');

describe('the custom element', () => {
  it('is one file of less than 150 KB, packed, and loads nothing else', () => {
    const text = readFileSync(bundle);
    expect(gzipSync(text).length).toBeLessThan(150_000);
    expect(text.toString()).not.toMatch(
      /\bimport\s*\(|\bfrom\s*["']|https?:\/\/(?!www\.w3\.org|react\.dev)[a-z]/,
    );
  });
});
