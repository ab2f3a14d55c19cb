import { describe, expect, it } from '@jest/globals';
import { createSeal, sealFor } from './seal.ts';

describe('a sealed answer', () => {
  it('is opened by whoever asked, and shows nothing to anybody else', () => {
    const [asker, other] = [createSeal(), createSeal()];
    const sealed = sealFor(asker.publicKey, 'last words of an agent: žluť');
    expect(sealed.toString('latin1')).not.toContain('last words');
    expect(asker.open(sealed)).toBe('last words of an agent: žluť');
    expect(other.open(sealed)).toBeNull();
  });

  it('does not open once a byte of it is another', () => {
    const asker = createSeal();
    const sealed = sealFor(asker.publicKey, 'as it was');
    for (const at of [0, 50, 60, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(asker.open(changed)).toBeNull();
    }
    expect(asker.open(Buffer.alloc(3))).toBeNull();
  });
});
