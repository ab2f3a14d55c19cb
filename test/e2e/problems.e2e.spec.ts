import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

const secret = 'sk-live-4f9a8b7c6d5e';

/** What fetch does not send: any method, any header, on any path. */
const raw = (
  url: string,
  options: { method: string; path: string; headers?: Record<string, string>; body?: string },
) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request(url, { ...options, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    sent.on('error', reject).end(options.body);
  });

const expectProblem = (
  answer: Awaited<ReturnType<TestService['get']>>,
  status: number,
  code: string,
): void => {
  expect(answer).toMatchObject({ status, body: { status, code } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(JSON.stringify(answer.body)).not.toContain(secret);
};

const attemptWith = (members: string): string =>
  JSON.stringify(attemptBody(uuid(1), { servers: [] })).replace(/}$/, `,${members}}`);

describe('problems', () => {
  it('answer every kind of bad request with a stable code, and echo nothing of it', async () => {
    await withService(async ({ url, get, post }) => {
      expectProblem(await get(`/v1/${secret}?key=${secret}`), 404, 'not_found');
      expectProblem(await post('/v1/attempts', `{"${secret}`), 400, 'malformed_json');
      expectProblem(await post('/v1/attempts', Buffer.from([0x22, 0xff, 0x22])), 400, 'malformed_json');
      expectProblem(
        await post('/v1/attempts', secret, { 'content-type': 'text/plain' }),
        415,
        'unsupported_media_type',
      );
      expectProblem(await post('/v1/attempts', [secret]), 422, 'invalid');
      expectProblem(await post('/v1/attempts', 'null'), 422, 'invalid');
      expectProblem(await post('/v1/attempts', ''), 422, 'invalid');
      expectProblem(await post('/v1/evidence', { event: secret }), 422, 'invalid');
      expectProblem(await post('/v1/evidence', []), 422, 'invalid');
      expectProblem(await post('/v1/evidence', [secret]), 422, 'invalid');
      expectProblem(
        await post(
          '/v1/evidence',
          Array.from({ length: 1001 }, () => 0),
        ),
        413,
        'too_large',
      );
      expectProblem(await post('/v1/evidence', `["${'x'.repeat(8 * 1024 * 1024)}"]`), 413, 'too_large');
      expectProblem(await get('//'), 404, 'not_found');
      expectProblem(await post('/v1/evidence/', []), 404, 'not_found');
      const bad = await raw(url, { method: 'GET', path: `/v1/%zz${secret}` });
      expect(bad.status).toBe(400);
      expect(bad.body).not.toContain(secret);
    });
  });

  it('answer bodies that are too deep or hold too much, before every part of them is judged', async () => {
    await withService(async ({ post }) => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      const many = Array.from({ length: 100_000 }, (_, n) => `"${secret}${n}":0`).join(',');
      const servers = Array.from({ length: 100_000 }, () => ({}));
      expectProblem(await post('/v1/attempts', attemptWith(`"${secret}":${deep}`)), 422, 'invalid');
      expectProblem(await post('/v1/attempts', attemptWith(`"servers":${deep}`)), 422, 'invalid');
      expectProblem(await post('/v1/attempts', attemptWith(many)), 413, 'too_large');
      expectProblem(await post('/v1/attempts', attemptBody(uuid(1), { servers })), 413, 'too_large');
      expectProblem(await post('/v1/evidence', `[${deep}]`), 422, 'invalid');
      const lines = `${secret}\n`.repeat(300_000);
      const ndjson = { 'content-type': 'application/x-ndjson' };
      expectProblem(await post('/v1/evidence', lines, ndjson), 413, 'too_large');
    });
  });

  it('name the faults of a body by pointer and code', async () => {
    await withService(async ({ post }) => {
      const answer = await post('/v1/attempts', {
        ...attemptBody(uuid(1), { servers: ['a', { server_name: 7 }] }),
        occurred_at: 'yesterday',
        producer: { id: 'p', sequence: 0 },
      });
      const { errors } = answer.body as { errors: { pointer: string }[] };
      expect(answer.status).toBe(422);
      expect(errors.map(({ pointer }) => pointer)).toEqual(
        expect.arrayContaining(['/producer/sequence', '/servers/1/server_name', '/servers/1/target']),
      );
      const late = await post('/v1/attempts', { ...attemptBody(uuid(1)), occurred_at: 'yesterday' });
      expect(late.body).toMatchObject({ errors: [{ pointer: '/occurred_at', code: 'malformed' }] });
    });
  });

  it('point to the whole body where that is too large, told beforehand or not', async () => {
    await withService(async ({ url, post }) => {
      const whole = {
        status: 413,
        body: { code: 'too_large', errors: [{ pointer: '', code: 'too_large' }] },
      };
      const text = `["${'x'.repeat(8 * 1024 * 1024)}"]`;
      expect(await post('/v1/evidence', text)).toMatchObject(whole);
      const chunked = {
        method: 'POST',
        body: new Blob([text]).stream(),
        duplex: 'half',
        headers: { 'content-type': 'application/json' },
      };
      const answer = await fetch(`${url}/v1/evidence`, chunked);
      expect({ status: answer.status, body: (await answer.json()) as unknown }).toMatchObject(whole);
    });
  });

  it('tell which methods a path has', async () => {
    await withService(async ({ url }) => {
      for (const [method, path, allowed] of [
        ['DELETE', '/v1/evidence', 'POST'],
        ['POST', '/livez?x=1', 'GET, HEAD'],
        ['PUT', '/v1/attempts', 'POST'],
      ] as const) {
        const answer = await raw(url, { method, path });
        expect(answer.status).toBe(405);
        expect(answer.headers.allow).toBe(allowed);
        expect(JSON.parse(answer.body)).toMatchObject({ code: 'method_not_allowed' });
      }
    });
  });

  it('refuse more servers than an attempt may have', async () => {
    await withService(async ({ post }) => {
      const servers = Array.from({ length: 257 }, (_, n) => `server ${n}`);
      expectProblem(await post('/v1/attempts', attemptBody(uuid(1), { servers })), 413, 'too_large');
      expect((await post('/v1/attempts', attemptBody(uuid(1), { servers: servers.slice(1) }))).status).toBe(
        201,
      );
    });
  });

  it('name what is missing and what is malformed in an attempt, each with its place', async () => {
    await withService(async ({ post }) => {
      const wrong = { session_id: undefined, entry: 7, producer: { id: 'p', sequence: 0 } };
      const body = attemptBody(uuid(1), wrong);
      const answer = await post('/v1/attempts', body);
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
      expect((answer.body as { readonly errors: unknown }).errors).toEqual(
        expect.arrayContaining([
          { pointer: '/session_id', code: 'required' },
          { pointer: '/entry', code: 'malformed' },
          { pointer: '/producer/sequence', code: 'too_small' },
        ]),
      );
    });
  });

  it('let no page of elsewhere in through a name of this machine', async () => {
    await withService(async ({ url, post }) => {
      await post('/v1/attempts', attemptBody(uuid(1)));
      const body = JSON.stringify([evidence(uuid(1), 3)]);
      const headers = { 'content-type': 'application/json', host: 'rebound.example' };
      const answer = await raw(url, { method: 'POST', path: '/v1/evidence', headers, body });
      expect(answer.status).toBe(403);
      expect(JSON.stringify(answer)).toContain('foreign_host');
    });
  });
});
