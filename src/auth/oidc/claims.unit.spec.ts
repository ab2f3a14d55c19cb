import { describe, expect, it } from '@jest/globals';
import { grantOf, sayScopes } from './claims.ts';

describe('claims', () => {
  it('give the scopes of ours wherever issuers put them, and the tenant that is named', () => {
    expect(grantOf({ sub: 'a', scope: 'openid reports:read other' })).toEqual({
      subject: 'a',
      tenant_id: 'default',
      scopes: ['reports:read'],
    });
    const lists = { sub: 'a', scp: ['audit:read'], witness_scopes: ['admin', 7], witness_tenant: 'acme' };
    expect(grantOf(lists)).toEqual({ subject: 'a', tenant_id: 'acme', scopes: ['audit:read', 'admin'] });
  });

  it('give nothing where they say nothing', () => {
    expect(grantOf({ sub: 'a' })?.scopes).toEqual([]);
    expect(sayScopes({ sub: 'a', scope: 'openid' })).toBe(false);
    expect(sayScopes({ witness_scopes: 'admin' })).toBe(true);
  });

  it.each([
    {},
    { sub: '' },
    { sub: 7 },
    { sub: 'x'.repeat(256) },
    { sub: 'a\0' },
    { sub: 'a', witness_tenant: '' },
    { sub: 'a', witness_tenant: ['default'] },
    { sub: 'a', witness_tenant: 'a b' },
    { sub: 'a', witness_tenant: null },
  ])('that are malformed are of no use: %j', (claims) => {
    expect(grantOf(claims)).toBeNull();
  });
});
