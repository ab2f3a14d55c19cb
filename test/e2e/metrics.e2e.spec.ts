import { request as send } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

/** Every metric of ours that a service with one session serves, and what it is told apart by. */
const ours = [
  'witness_evidence_events_total{outcome}',
  'witness_executors_connected{}',
  'witness_feed_streams{}',
  'witness_http_request_duration_seconds{method,route,status}',
  'witness_live_clients_too_slow_total{}',
  'witness_live_clients{}',
  'witness_projection_events_total{}',
  'witness_projection_failures_total{}',
  'witness_projection_lag_events{projection}',
  'witness_projection_lag_seconds{projection}',
  'witness_projection_shards{}',
  'witness_projection_skipped_events_total{}',
  'witness_subscription_lag_events{}',
  'witness_subscriptions{}',
];

interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Buckets of a histogram are one. */
const seriesOf = (text: string): readonly Series[] =>
  text
    .split('\n')
    .map((line) => /^(witness_[a-z_]+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? [^ ]+$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', labels = '']) => {
      const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)];
      const kept = pairs.filter(([, key]) => key !== 'le').map(([, key = '', value = '']) => [key, value]);
      return { name, labels: Object.fromEntries(kept) as Record<string, string> };
    });

const servedBy = async ({ get }: TestService): Promise<readonly Series[]> =>
  seriesOf(String((await get('/metrics')).body));

/** All but the status of an answer, which is one number or another where a machine is slow. */
const told = (series: readonly Series[]): ReadonlySet<string> =>
  new Set(
    series.map(({ name, labels: { status, ...labels } }) => {
      expect(status ?? '200').toMatch(/^[2-5]\d\d$/);
      return `${name} ${JSON.stringify(labels)}`;
    }),
  );

/** Whatever the server makes of it, also where it reads no further than the method. */
const call = (url: string, method: string, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = send(`${url}${path}`, { method, agent: false }, (answer) => {
      answer.resume().on('end', resolve);
    });
    request.on('error', reject).end();
  });

/** The same kinds of requests, everything in them that a caller chooses made of `word`. */
const askWith = async ({ url, get, post }: TestService, word: string, n: number): Promise<void> => {
  for (const method of ['GET', 'PROPFIND', 'TRACE', 'SEARCH'])
    for (const path of [`/${word}`, `/v1/sessions/${word}`, `/v1/feed?session_id=${word}`, `/v1/${word}/x`])
      await call(url, method, path);
  await get(`/v1/subscriptions/${word}`, { 'x-request-id': word, 'user-agent': word });
  await fetch(`${url}/v1/subscriptions/${word}`, { method: 'PUT' });
  const body = attemptBody(uuid(n), { session_id: word, task_id: word, servers: [word] });
  const { position } = (await post('/v1/attempts', body)).body as { readonly position: string };
  await get(`/v1/sessions/${word}/report?min_position=${position}`);
  await post('/v1/evidence', [
    evidence(uuid(n), 11),
    evidence(uuid(n), 12, { type: `type-${word}` }),
    evidence(uuid(n), 13, { type: 'server-filtered', data: { server_name: word, reason_code: word } }),
    evidence(uuid(n + 1_000), 14),
  ]);
};

describe('the metrics', () => {
  it('are these, told apart by what the service itself chooses, and no more of them however much is asked', () =>
    withService(async (service) => {
      await askWith(service, 'planted_first', 1);
      // Once to be counted itself.
      await servedBy(service);
      const before = await servedBy(service);
      const kinds = before.map(({ name, labels }) => `${name}{${Object.keys(labels).join(',')}}`);
      expect([...new Set(kinds)].sort()).toEqual(ours);
      for (let n = 2; n < 6; n += 1) await askWith(service, `planted_${'x'.repeat(n)}`, n);
      const after = await servedBy(service);
      expect([...told(after)].sort()).toEqual([...told(before)].sort());
      expect(JSON.stringify(after)).not.toContain('planted');
      const methods = new Set(after.flatMap(({ labels: { method } }) => method ?? []));
      expect([...methods].sort()).toEqual(['GET', 'POST', 'PUT', 'other']);
    }));
});
