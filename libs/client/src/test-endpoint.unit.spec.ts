import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createClient } from './client.ts';
import type { TestProgress } from './test-endpoint.ts';

const progress = { stage: 'start', elapsed_ms: 0, budget_ms: 20_000, may_download: false };
const result = { server_name: 'hub', succeeded: true };

interface Asked {
  readonly answer: Promise<unknown>;
  readonly told: readonly TestProgress[];
}

/** Tests by a service that answers with exactly this text. */
const withAnswer = async (text: string, use: (asked: Asked) => Promise<void>): Promise<void> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const told: TestProgress[] = [];
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = createClient({ url }).testEndpoint('s-1', 'hub', { onProgress: (one) => told.push(one) });
    await use({ answer, told });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const lines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

describe('a test of an endpoint by the client', () => {
  it.each([
    ['lines', lines({ progress }, { result }), [progress]],
    ['the result alone', JSON.stringify(result), []],
  ])('gives the result that came as %s', (_, text, stages) =>
    withAnswer(text, async ({ answer, told }) => {
      expect(await answer).toEqual(result);
      expect(told).toEqual(stages);
    }),
  );

  it('throws the problem of the last line', () =>
    withAnswer(lines({ progress }, { problem: { status: 404, code: 'not_found' } }), async ({ answer }) => {
      await expect(answer).rejects.toMatchObject({ kind: 'problem', status: 404, code: 'not_found' });
    }));

  it.each([
    ['nothing', ''],
    ['progress', lines({ progress })],
    ['half of the last line', lines({ progress }, { result }).slice(0, -9)],
    ['no object', lines({ progress }) + 'null\n'],
  ])('takes an answer that ends with %s for no result', (_, text) =>
    withAnswer(text, async ({ answer }) => {
      await expect(answer).rejects.toMatchObject({
        kind: 'unreachable',
        code: 'unreachable',
        message: expect.stringContaining('otherwise test again'),
      });
    }),
  );
});
