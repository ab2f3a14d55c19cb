import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { evidence } from '../support/evidence.ts';
import { audience, consoleClient, type Issuer, withIssuer } from '../support/oidc.ts';
import { type TestService, withService } from '../support/service.ts';
import { adminKey, allCallers, type MatrixCaller } from './callers.ts';
import { nestRoutes } from './nest-routes.ts';
import { known, ofOperators, type Row, routes } from './routes.ts';

const withMatrix = (
  use: (service: TestService, callers: readonly MatrixCaller[]) => Promise<void>,
): Promise<void> =>
  withIssuer((issuer: Issuer) =>
    withService(async (service) => use(service, await allCallers(service, issuer)), {
      environment: {
        OIDC_ISSUER: issuer.url,
        OIDC_AUDIENCE: audience,
        OIDC_CLIENT_ID: consoleClient,
        WITNESS_ADMIN_KEY: adminKey,
        WITNESS_RATE_LIMIT: '1000000',
      },
    }),
  );

/** What the caller is answered: a refusal, that there is nothing, or anything else. */
type Expected = 'unauthenticated' | 'forbidden' | 'nothing' | 'let in';

const expected = (route: string, row: Row, caller: MatrixCaller): Expected => {
  if (row.needs === 'public') return 'let in';
  if (caller.allowed === null) return 'unauthenticated';
  if (!caller.allowed.includes(row.needs)) return 'forbidden';
  if (caller.attempt !== undefined && route === 'POST /v1/attempts') return 'forbidden';
  if (caller.stranger !== true) return 'let in';
  if (ofOperators.has(route)) return 'forbidden';
  return row.object === true ? 'nothing' : 'let in';
};

const meaning = (status: number): Expected | number => {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'nothing';
  return status < 500 ? 'let in' : status;
};

const isAsWanted = (row: Row, want: Expected, status: number): boolean =>
  meaning(status) === want || (row.ends === true && want === 'let in' && status === 404);

/** Those that end something come last, so that every caller finds it. */
const turnOf = (route: string): number =>
  route.startsWith('DELETE ') ? 1 : route.endsWith('logout') ? 2 : 0;

const inOrder = (): [string, Row][] => Object.entries(routes).sort(([a], [b]) => turnOf(a) - turnOf(b));

/** What sockets need. The token of an attempt opens none. */
const sockets = { '/v1/live': 'reports:read', '/v1/executor': 'evidence:write' } as const;

const handshake = async (url: string, headers: Readonly<Record<string, string>>): Promise<number> => {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers });
  socket.on('error', () => undefined);
  const refused = once(socket, 'unexpected-response').then(
    ([, response]) => (response as { statusCode: number }).statusCode,
  );
  const status = await Promise.race([once(socket, 'open').then(() => 101), refused]);
  socket.terminate();
  return status;
};

describe('who may call what', () => {
  it('is said for every route of the application', async () => {
    expect(Object.keys(routes).sort()).toEqual(await nestRoutes());
  });

  it('is so for every route and every kind of caller, and no answer repeats a credential', () =>
    withMatrix(async ({ url, post }, callers) => {
      const wrong: unknown[] = [];
      for (const [route, row] of inOrder()) {
        const [method = ''] = route.split(' ');
        for (const caller of callers) {
          const answer = await fetch(`${url}${row.path}`, {
            method,
            redirect: 'manual',
            headers: { ...caller.headers, 'content-type': 'application/json' },
            ...(row.body === undefined ? {} : { body: JSON.stringify(row.body) }),
          });
          const text = await answer.text();
          const credential = Object.values(caller.headers)[0]?.slice(-24);
          const want = expected(route, row, caller);
          if (!isAsWanted(row, want, answer.status))
            wrong.push([route, caller.name, want, answer.status, text]);
          if (credential !== undefined && text.includes(credential)) wrong.push([route, caller.name, text]);
        }
      }
      expect(wrong).toEqual([]);
      const own = callers.find(({ attempt }) => attempt === known.attempt);
      for (const [attempt, status] of [
        [known.attempt, 200],
        [known.other, 422],
      ] as const) {
        expect((await post('/v1/evidence', [evidence(attempt, 3)], own?.headers)).status).toBe(status);
      }
    }));

  it.each(Object.entries(sockets))('is so for the socket %s', (path, scope) =>
    withMatrix(async ({ url }, callers) => {
      for (const { name, headers, allowed, attempt } of callers) {
        const isLetIn = allowed?.includes(scope) === true && attempt === undefined;
        const want = allowed === null ? 401 : isLetIn ? 101 : 403;
        expect([name, await handshake(`${url}${path}`, headers)]).toEqual([name, want]);
      }
    }),
  );

  it('leaves nothing of one tenant in what another lists', () =>
    withMatrix(async ({ get }, callers) => {
      const stranger = callers.find((caller) => caller.stranger === true);
      const lists = ['/v1/sessions', `/v1/tasks/${known.task}/sessions`, '/v1/admin/keys'];
      for (const path of lists) {
        const answer = await get(path, stranger?.headers);
        expect(answer.status).toBe(200);
        expect(JSON.stringify(answer.body)).not.toMatch(/session-1|spare/);
      }
      const asked = await get('/v1/admin/keys?tenant_id=default', stranger?.headers);
      expect(asked.status).toBe(404);
    }));
});
