import { describe, expect, it } from '@jest/globals';
import { classifyError, sanitizeErrorClass } from './error-class.ts';

describe('sanitizeErrorClass', () => {
  it.each(['TypeError', 'McpError', 'java.io.IOException', 'ECONNREFUSED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'keeps %s',
    (name) => {
      expect(sanitizeErrorClass(name)).toBe(name);
    },
  );

  it.each(['', 'token=abc', 'my secret Error', 'Error: at /home/bob', `${'A'.repeat(200)}Error`])(
    'keeps nothing of %j, and that stays so',
    (name) => {
      expect(sanitizeErrorClass(name)).toBe('<unknown error>');
      expect(sanitizeErrorClass(sanitizeErrorClass(name))).toBe('<unknown error>');
    },
  );
});

describe('classifyError', () => {
  it.each([
    ['connect ECONNREFUSED 127.0.0.1:4100', 'connection_refused'],
    ['getaddrinfo ENOTFOUND secret-host.example.test', 'dns_failed'],
    ['Hostname/IP does not match: ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
    ['context deadline exceeded', 'timeout'],
    ['spawn /home/bob/bin/srv --token abc ENOENT', 'executable_missing'],
    ['spawn srv EACCES', 'spawn_failed'],
  ])('says %j in our own words', (text, reason) => {
    const found = classifyError(text);
    expect(found?.reason_code).toBe(reason);
    expect(found?.summary).toMatch(/^[A-Z][a-z ,:]+\.$/);
  });

  it('knows nothing of other texts', () => {
    expect(classifyError('something odd happened')).toBeNull();
    expect(classifyError('spawn of hope')).toBeNull();
  });
});
