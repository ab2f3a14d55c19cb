import { describe, expect, it } from '@jest/globals';
import { redactShapes } from './redact.ts';
import { rules } from './rules.ts';
import { sanitizeText } from './text.ts';
import { vendorShapes } from './vendors.ts';

describe('the table of rules', () => {
  it.each(rules)('holds for $id what it says', (rule) => {
    expect(rule.find(rule.example)).not.toEqual([]);
    expect(sanitizeText(rule.example)).toBe(rule.becomes);
    expect(
      rule.find(rule.becomes).every(({ start, end, text }) => rule.becomes.slice(start, end) === text),
    ).toBe(true);
    expect(Math.min(rule.why.length, rule.matches.length)).toBeGreaterThan(10);
  });

  it('strikes out of names, descriptions and schemas only what is a secret wherever it stands', () => {
    const changed = rules.filter((rule) => redactShapes(rule.example) !== rule.example);
    expect(changed.map(({ id }) => id)).toEqual(
      rules.filter(({ scope }) => scope === 'any').map(({ id }) => id),
    );
  });

  it('names each rule and each vendor once', () => {
    const ids = [...rules, ...vendorShapes].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(vendorShapes)('takes $id of any length, and no part of it stays', ({ prefix, least }) => {
    for (const length of [least, least + 40, 2000]) {
      const token = prefix + 'A1B2C3D4E5F6'.repeat(200).slice(0, length);
      const hexadecimal = prefix + 'a1b2c3d4e5f6'.repeat(200).slice(0, length);
      const kept = [token, hexadecimal].map((text) => redactShapes(`using ${text}.`));
      expect(kept).toContain('using [redacted].');
    }
  });
});
