import { describe, expect, it } from '@jest/globals';
import { addressGroup } from './address.ts';

describe('an address', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('%j counts as %j', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});
