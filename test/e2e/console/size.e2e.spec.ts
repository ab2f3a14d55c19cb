import { describe, expect, it } from '@jest/globals';
import { packedConsole, sizeBudgets } from '../../support/packed-size.ts';

describe('what the console loads', () => {
  it('is under 200 KiB gzipped, with every page of it', () => {
    expect(packedConsole()).toBeLessThan(sizeBudgets.console);
  });
});
