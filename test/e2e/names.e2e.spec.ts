import { describe, expect, it } from '@jest/globals';
import { type History } from '@mcp-witness/evidence';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

const delivered = (attempt: string, names: readonly string[]): unknown[] =>
  names.map((server_name, n) =>
    evidence(attempt, n + 300, { data: { server_name, channel: 'acp', transport: 'http' } }),
  );

const deliver = async ({ post }: TestService, names: readonly string[]): Promise<string> => {
  expect((await post('/v1/attempts', attemptBody(uuid(1), { servers: names }))).status).toBe(201);
  const answer = await post('/v1/evidence', delivered(uuid(1), names));
  expect(answer).toMatchObject({ status: 200, body: { accepted: names.length } });
  return (answer.body as { position: string }).position;
};

const reportOf = async ({ get }: TestService, position: string): Promise<History> => {
  const answer = await get(`/v1/sessions/session-1/report?min_position=${position}`);
  expect(answer.status).toBe(200);
  return answer.body as History;
};

describe('server names', () => {
  it('that look alike stay apart, and each is found by its own', async () => {
    const names = [
      'Web Search (Fast)',
      '数据库',
      '日本語',
      'café',
      'cafe\u0301',
      'cafe',
      'a/b',
      '50%',
      'foo-bar',
      'foo_bar',
    ];
    await withService(async (service) => {
      const history = await reportOf(service, await deliver(service, names));
      expect(history.current.servers.map(({ name }) => name).sort()).toEqual([...names].sort());
      for (const name of names) {
        const answer = await service.get(`/v1/sessions/session-1/servers/${encodeURIComponent(name)}`);
        expect(answer).toMatchObject({ status: 200, body: { name, status: 'delivered' } });
      }
    });
  });

  it('that every object knows are ordinary ones, and no others are found by them', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    await withService(async (service) => {
      const history = await reportOf(service, await deliver(service, names));
      expect(history.current.servers.map(({ name, evidence: level }) => [name, level]).sort()).toEqual(
        names.map((name) => [name, 'delivered']).sort(),
      );
      for (const missing of ['valueOf', 'prototype']) {
        const answer = await service.get(`/v1/sessions/session-1/servers/${missing}`);
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
      const polluting =
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"servers":[]}';
      expect((await service.post('/v1/attempts', polluting)).status).toBe(422);
      expect((await service.post('/v1/evidence', `[${polluting}]`)).status).toBe(422);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
  });
});
