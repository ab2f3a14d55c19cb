import { request } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { withService } from '../support/service.ts';

/** Sends a body in many small pieces, without saying how long it is. */
const inPieces = (url: string, pieces: readonly string[]): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${url}/v1/evidence`,
      { method: 'POST', headers: { 'content-type': 'application/x-ndjson' } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body });
        });
      },
    );
    sent.on('error', reject);
    for (const piece of pieces) sent.write(piece);
    sent.end();
  });

describe('evidence from a hostile sender', () => {
  it('is not read when it is compressed, and the answer says so', async () => {
    await withService(async ({ post }) => {
      await post('/v1/attempts', attemptBody(uuid(1)));
      const body = JSON.stringify([evidence(uuid(1), 3)]);
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
      for (const [encoding, content] of [
        ['gzip', gzipSync(body)],
        ['br', brotliCompressSync(body)],
        ['gzip, gzip', gzipSync(gzipSync(body))],
        ['gzip', bomb],
      ] as const) {
        const answer = await post('/v1/evidence', content, { 'content-encoding': encoding });
        expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
        expect(answer.headers.get('accept-encoding')).toBe('identity');
      }
      expect((await post('/v1/evidence', body, { 'content-encoding': 'identity' })).status).toBe(200);
    });
  });

  it('may come in pieces of any size, and is cut off once it is too large', async () => {
    await withService(async ({ url, post }) => {
      await post('/v1/attempts', attemptBody(uuid(1)));
      const lines = [3, 4, 5].map((n) => `${JSON.stringify(evidence(uuid(1), n))}\n`).join('');
      const whole = await inPieces(url, lines.match(/.{1,7}|\n/gs) ?? []);
      expect(whole.status).toBe(200);
      expect(JSON.parse(whole.body)).toMatchObject({ accepted: 3, rejected: [] });
      const large = await inPieces(
        url,
        Array.from({ length: 9 * 16 }, () => ' '.repeat(64 * 1024)),
      );
      expect(large.status).toBe(413);
      expect(JSON.parse(large.body)).toMatchObject({ code: 'too_large' });
    });
  });

  it('keeps nothing of a name of 5 MB, and says where it is too large', async () => {
    await withService(async ({ post, database }) => {
      await post('/v1/attempts', attemptBody(uuid(1)));
      const name = 'n'.repeat(5 * 1024 * 1024);
      const data = { server_name: name, channel: 'acp', transport: 'http' };
      const answer = await post('/v1/evidence', [evidence(uuid(1), 3, { data }), evidence(uuid(1), 4)]);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          accepted: 1,
          rejected: [
            { index: 0, code: 'too_large', errors: [{ pointer: '/data/server_name', code: 'too_large' }] },
          ],
        },
      });
      expect(JSON.stringify(answer.body)).not.toContain('nnnn');
      const { rows } = await database.ownerPool.query<{ longest: number }>(
        'select max(length(data)) as longest from es_events',
      );
      expect(rows[0]?.longest).toBeLessThan(2_000);
    });
  });

  it('with 100,000 brackets is refused line by line, and as a schema is kept as too deep to keep', async () => {
    await withService(async ({ post, database }) => {
      await post('/v1/attempts', attemptBody(uuid(1)));
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      const lines = `${deep}\n${JSON.stringify(evidence(uuid(1), 3))}`;
      const answer = await post('/v1/evidence', lines, { 'content-type': 'application/x-ndjson' });
      expect(answer.body).toMatchObject({ accepted: 1, rejected: [{ index: 0, code: 'malformed' }] });
      const tools = [{ name: 't', input_schema: 'DEEP' }];
      const data = { server_name: 'hub', tool_count: 1, pages: 1, complete: true, tools };
      const listed = JSON.stringify([evidence(uuid(1), 4, { type: 'tools-listed', data })]);
      const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
      expect((await post('/v1/evidence', listed.replace('"DEEP"', nested))).body).toMatchObject({
        accepted: 1,
      });
      const { rows } = await database.ownerPool.query<{ body: string }>('select body from catalogs');
      expect(rows[0]?.body.length).toBeLessThan(2_000);
    });
  });
});

describe('the start of an attempt', () => {
  const startOf = (n: number, over: Readonly<Record<string, unknown>> = {}) => {
    const { servers, attachment_attempt_id, occurred_at, producer, ...data } = attemptBody(uuid(n), {
      servers: [],
    });
    expect(servers).toEqual([]);
    const type = 'attempt-started';
    return {
      type,
      event_id: uuid(n, 5),
      attachment_attempt_id,
      occurred_at,
      producer,
      witness: 'host',
      data,
      ...over,
    };
  };

  it('is the same fact whichever way it comes first, and whoever of several saw it', async () => {
    await withService(async ({ post }) => {
      const other = { witness: 'acp_relay', producer: { id: 'another', sequence: 7 } };
      expect((await post('/v1/attempts', attemptBody(uuid(1)))).status).toBe(201);
      for (const over of [{}, other])
        expect(await post('/v1/evidence', [startOf(1, over)])).toMatchObject({
          status: 200,
          body: { accepted: 0, duplicates: 1 },
        });
      expect(
        (await post('/v1/evidence', [startOf(2, other), startOf(2, { event_id: uuid(2, 6) })])).body,
      ).toMatchObject({ accepted: 1, duplicates: 1 });
      expect((await post('/v1/attempts', attemptBody(uuid(2), { servers: [] }))).status).toBe(200);
    });
  });

  it('with other content is a conflict either way', async () => {
    await withService(async ({ post }) => {
      await post('/v1/attempts', attemptBody(uuid(1)));
      const data = { session_id: 'session-1', entry: 'session/load' };
      expect((await post('/v1/evidence', [startOf(1, { data })])).status).toBe(409);
      await post('/v1/evidence', [startOf(2, { data })]);
      expect((await post('/v1/attempts', attemptBody(uuid(2), { servers: [] }))).status).toBe(409);
    });
  });
});
