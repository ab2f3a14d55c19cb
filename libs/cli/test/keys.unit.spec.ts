import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { witness } from './terminal.ts';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly body: unknown;
}

const key = {
  key_id: 'k1',
  tenant_id: 'default',
  name: 'ci\u202e\n',
  scopes: ['evidence:write'],
  created_at: '2026-11-30T10:00:00.000000Z',
  expires_at: '2020-01-01T00:00:00.000000Z',
  rotated_at: null,
  previous_until: null,
  revoked_at: null,
  last_used_at: null,
  rate_limit: null,
};

/** A service that answers every call with `answer`, and tells what it was asked. */
const withService = async (
  status: number,
  answer: unknown,
  use: (environment: Record<string, string>, asked: Asked[]) => Promise<void>,
): Promise<void> => {
  const asked: Asked[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((sent) => {
      const body: unknown = sent === '' ? null : JSON.parse(sent);
      asked.push({ method: request.method, url: request.url, key: request.headers.authorization, body });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await use({ WITNESS_URL: url, WITNESS_API_KEY: 'wk_admin' }, asked);
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

const made = { ...key, key: 'wk_made' };

describe('witness keys', () => {
  it('prints a new key alone to stdout, and sends what was asked for', async () => {
    await withService(201, made, async (environment, asked) => {
      const args = [
        'keys',
        'create',
        'ci',
        '--scope',
        'evidence:write',
        'reports:read',
        '--rate-limit',
        '60',
      ];
      const ran = await witness([...args, '--expires-in', '90d', '--tenant', 'acme'], { environment });
      expect(ran).toMatchObject({ code: 0, out: 'wk_made\n' });
      expect(ran.err).toContain('k1');
      expect(asked[0]).toMatchObject({ method: 'POST', url: '/v1/admin/keys', key: 'Bearer wk_admin' });
      expect(asked[0]?.body).toEqual({
        name: 'ci',
        scopes: ['evidence:write', 'reports:read'],
        rate_limit: 60,
        tenant_id: 'acme',
        expires_at: expect.stringMatching(/Z$/),
      });
    });
  });

  it('lists every page, with nothing in it that a terminal would obey', async () => {
    await withService(200, { keys: [key], next_cursor: null }, async (environment) => {
      const ran = await witness(['keys', 'list'], { environment });
      expect(ran.out).toMatch(/^KEY +STATE/);
      expect(ran.out).toContain('expired');
      expect(ran.out).toContain('ci\\u{202e}\\u{000a}');
      expect(JSON.parse((await witness(['keys', 'list', '--json'], { environment })).out)).toEqual({
        keys: [key],
      });
    });
  });

  it('rotates with an overlap, and revokes', async () => {
    await withService(200, made, async (environment, asked) => {
      expect((await witness(['keys', 'rotate', 'k1', '--overlap', '2h'], { environment })).out).toBe(
        'wk_made\n',
      );
      const revoked = await witness(['keys', 'revoke', 'k1', '--tenant', 'acme'], { environment });
      expect(revoked.out).toBe('revoked k1\n');
      expect(asked).toMatchObject([
        { method: 'POST', url: '/v1/admin/keys/k1/rotate', body: { overlap_seconds: 7_200 } },
        { method: 'DELETE', url: '/v1/admin/keys/k1?tenant_id=acme' },
      ]);
    });
  });

  it('says what is wrong with a command line, and what a key lacks', async () => {
    const create = ['keys', 'create', 'ci'];
    for (const args of [
      create,
      [...create, '--scope', 'everything'],
      [...create, '--scope', 'admin', '--expires-in', 'soon'],
      [...create, '--scope', 'admin', '--rate-limit', '0'],
    ]) {
      expect((await witness(args)).code).toBe(2);
    }
    const problem = { status: 403, code: 'forbidden', title: 'The credential does not allow this.' };
    await withService(403, problem, async (environment) => {
      const ran = await witness(['keys', 'list'], { environment });
      expect(ran).toMatchObject({ code: 4, err: expect.stringContaining('scope admin') });
    });
    await withService(404, { ...problem, status: 404, code: 'not_found' }, async (environment) => {
      expect((await witness(['keys', 'revoke', 'k9'], { environment })).code).toBe(3);
    });
  });
});
