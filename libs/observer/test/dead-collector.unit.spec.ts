import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { otlpSink, type Sink, witnessSink } from '@mcp-witness/observer';
import { anObservation, withPipeline } from './support/observations.ts';

const MINUTE_MS = 60_000;
const STEP_MS = 12_000;
const HOURS = 2;
const PER_MINUTE = 50;
const HELD = 500;

type Health = 'hangs up' | 'fails' | 'well';

interface Collector {
  readonly url: string;
  health: Health;
  tries: number;
  told: number;
  readonly sockets: ReadonlySet<Socket>;
}

/** A collector of either kind, that takes what it is sent only when it is well. */
async function withCollector(use: (collector: Collector) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((req, res) => {
    collector.tries += 1;
    let body = '';
    req.on('data', (part: Buffer) => (body += part.toString()));
    req.on('end', () => {
      if (collector.health === 'hangs up') req.socket.destroy();
      else if (collector.health === 'fails') res.writeHead(503).end();
      else {
        collector.told += body.match(/"type":"tool-called"|"name":"tools\/call list_issues"/g)?.length ?? 0;
        res.writeHead(200, { 'content-type': 'application/json' }).end('{"rejected":[]}');
      }
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const collector: Collector = { url, health: 'hangs up', tries: 0, told: 0, sockets };
  try {
    await use(collector);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

/** The same sink, and whether it is sending. */
function watched(sink: Sink): { readonly sink: Sink; readonly isSending: () => boolean } {
  let open = 0;
  const send: Sink['send'] = async (...given) => {
    open += 1;
    return sink.send(...given).finally(() => (open -= 1));
  };
  return { sink: { ...sink, send }, isSending: () => open > 0 };
}

/** Sockets are real, so the clock stands still until what it began is answered: it is to outrun no time limit. */
async function pass(ms: number, isSending: () => boolean): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    jest.advanceTimersByTime(STEP_MS);
    do await new Promise((resolve) => setImmediate(resolve));
    while (isSending());
  }
}

describe('a collector that is dead for hours', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each<[string, (url: string) => Sink]>([
    ['OTLP', (url) => otlpSink({ tracesUrl: `${url}/v1/traces`, name: 'sink' })],
    ['Witness', (url) => witnessSink({ url, env: {}, name: 'sink' })],
  ])(
    'costs a bounded queue, one connection and few tries, and is told what was held and lost: %s',
    async (_, make) => {
      const fed = HOURS * 60 * PER_MINUTE;
      const logged: string[] = [];
      await withCollector(async (collector) => {
        const { sink, isSending } = watched(make(collector.url));
        const most = { timers: 0, sockets: 0 };
        await withPipeline({ sinks: [sink], buffer: { events: HELD } }, async (pipeline, lines) => {
          for (let minute = 0; minute < HOURS * 60; minute += 1) {
            collector.health = minute < HOURS * 30 ? 'hangs up' : 'fails';
            for (let count = 0; count < PER_MINUTE; count += 1) pipeline.take(anObservation());
            await pass(MINUTE_MS, isSending);
            most.timers = Math.max(most.timers, jest.getTimerCount());
            most.sockets = Math.max(most.sockets, collector.sockets.size);
          }
          expect(collector.told).toBe(0);
          // Pauses are up to half a minute by chance: of the steps of this clock far from each brings a try.
          expect(collector.tries).toBeLessThan(((HOURS * 60 * MINUTE_MS) / STEP_MS) * 0.8);
          collector.health = 'well';
          await pass(5 * MINUTE_MS, isSending);
          await pipeline.close(1_000);
          logged.push(...lines);
        });
        expect(collector.told).toBe(HELD);
        expect(most.sockets).toBe(1);
        expect(most.timers).toBeLessThan(5);
      });
      expect(logged).toContain(`sink never got ${fed - HELD} events`);
    },
  );
});
