import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { anObservation, eventsOf, withPipeline } from '../../test/support/observations.ts';
import { fileSink } from './file/file-sink.ts';
import { createPoster, resultOf } from './http/post.ts';
import { otlpSink } from './otlp/otlp-sink.ts';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

async function withServer(answering: Answering, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      answering(request, response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('what an HTTP answer means for a batch', () => {
  it.each([
    [200, null, { outcome: 'taken' }],
    [202, null, { outcome: 'taken' }],
    [301, null, { outcome: 'refused', reason: 'HTTP status 301' }],
    [400, null, { outcome: 'refused', reason: 'HTTP status 400' }],
    [401, null, { outcome: 'later', after_ms: 120_000 }],
    [403, null, { outcome: 'later', after_ms: 120_000 }],
    [408, null, { outcome: 'later', after_ms: null }],
    [413, null, { outcome: 'too_large' }],
    [429, '7', { outcome: 'later', after_ms: 7_000 }],
    [503, 'soon', { outcome: 'later', after_ms: null }],
    [503, new Date(0).toUTCString(), { outcome: 'later', after_ms: null }],
  ] as const)('%i with Retry-After %s', (status, retryAfter, result) => {
    expect(resultOf({ status, retryAfter, body: '' })).toEqual(result);
  });
});

describe('the OTLP sink', () => {
  it('follows no redirect: its key goes nowhere else', async () => {
    let asked = 0;
    await withServer(
      (_, response) => {
        asked += 1;
        response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
      },
      async (endpoint) => {
        await withPipeline(
          { sinks: [otlpSink({ tracesUrl: endpoint, headers: { 'x-key': 'k' } })] },
          async (pipeline, logged) => {
            pipeline.take(anObservation());
            await pipeline.flush();
            expect(logged).toEqual(['otlp refused 1 events for good: HTTP status 307']);
          },
        );
      },
    );
    expect(asked).toBe(1);
  });

  it('counts what a collector takes in part', async () => {
    await withServer(
      (_, response) =>
        response.end(JSON.stringify({ partialSuccess: { rejectedSpans: '2', errorMessage: 'no' } })),
      async (endpoint) => {
        await withPipeline({ sinks: [otlpSink({ endpoint })] }, async (pipeline, logged) => {
          for (let count = 0; count < 5; count += 1) pipeline.take(anObservation());
          await pipeline.flush();
          expect(logged).toEqual(['otlp refused 2 events for good: single ones of a batch']);
        });
      },
    );
  });

  it('uses one connection again and again', async () => {
    const ports = new Set<number | undefined>();
    await withServer(
      ({ socket }, response) => {
        ports.add(socket.remotePort);
        response.end('{}');
      },
      async (url) => {
        const poster = createPoster(new URL(url), {});
        for (let count = 0; count < 3; count += 1) await poster.post('{}', AbortSignal.timeout(5_000));
        poster.close();
      },
    );
    expect(ports.size).toBe(1);
  });
});

describe('the file sink', () => {
  const inFolder = async (use: (directory: string) => Promise<void>): Promise<void> => {
    const directory = mkdtempSync(join(tmpdir(), 'witness-file-'));
    try {
      await use(directory);
    } finally {
      rmSync(directory, { recursive: true });
    }
  };
  const today = (): string => `observed-${new Date().toISOString().slice(0, 10)}.ndjson`;

  it('keeps files for thirty days, its own alone', async () => {
    await inFolder(async (directory) => {
      const dayBefore = (days: number): string =>
        `observed-${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}.ndjson`;
      for (const file of [dayBefore(32), dayBefore(29), 'observed-notes.ndjson', 'other.txt'])
        writeFileSync(join(directory, file), 'x\n');
      const events = await eventsOf({}, [anObservation()]);
      await fileSink({ directory }).send({ events, lost: [] }, AbortSignal.timeout(5_000));
      expect(readdirSync(directory).sort()).toEqual(
        [dayBefore(29), today(), 'observed-notes.ndjson', 'other.txt'].sort(),
      );
      expect(statSync(join(directory, today())).mode & 0o777).toBe(0o600);
    });
  });

  it('writes a line an event, and what was lost on one of its own', async () => {
    await inFolder(async (directory) => {
      const events = await eventsOf({}, [anObservation({ id: 'a' }), anObservation({ id: 'b' })]);
      const lost = [{ reason_code: 'buffer_full', count: 3 }] as const;
      await fileSink({ directory }).send({ events, lost }, AbortSignal.timeout(5_000));
      const lines = readFileSync(join(directory, today()), 'utf8').trim().split('\n');
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { id: 'a', kind: 'call' },
        { id: 'b', kind: 'call' },
        { kind: 'lost', lost },
      ]);
    });
  });
});
