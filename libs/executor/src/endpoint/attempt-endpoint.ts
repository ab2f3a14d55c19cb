import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { createFrameObserver, observeExchange } from '@mcp-witness/mcp-frames';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Fact } from '../journal/fact.ts';
import type { EndpointOptions } from './endpoint.ts';
import { createEvidenceOrder } from './evidence-order.ts';
import { createLegacySessions } from './legacy-sessions.ts';
import { refuse } from './node-exchange.ts';
import { createStdioDoor } from './stdio-door.ts';
import { buildServer } from './tools/build-server.ts';

/** What stands behind the address of one attempt. */
export interface AttemptEndpoint {
  /** `foreign`: from a page of elsewhere, which is refused. */
  readonly serve: (request: Request, foreign: boolean) => Promise<Response>;
  /** Tells that a request was refused for its length, whatever it asked. */
  refusedTooLarge(): void;
  /** Serves a client whose frames come over a stream. */
  readonly serveStdio: (stream: Duplex) => void;
  close(): Promise<void>;
}

interface Body {
  readonly message: unknown;
  readonly malformed: boolean;
}

async function bodyOf(request: Request): Promise<Body> {
  const text = request.method === 'POST' ? await request.text() : '';
  if (text === '') return { message: undefined, malformed: request.method === 'POST' };
  try {
    return { message: JSON.parse(text) as unknown, malformed: false };
  } catch {
    return { message: undefined, malformed: true };
  }
}

const forbidden = (): Promise<Response> =>
  Promise.resolve(refuse(403, 'Forbidden: this endpoint answers on loopback only.'));

const parseError = (): Response =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null },
    { status: 400 },
  );

const problemReported = (server_name: string): Fact => ({
  type: 'problem-reported',
  data: { server_name },
  witness: 'agent',
  occurred_at: new Date().toISOString(),
});

const tooLarge = (server_name: string): Fact => ({
  type: 'protocol-refused',
  data: { server_name, reason_code: 'request_too_large' },
  witness: 'in_session_endpoint',
  occurred_at: new Date().toISOString(),
});

export function createAttemptEndpoint(
  attempt_id: string,
  server_name: string,
  options: EndpointOptions,
): AttemptEndpoint {
  const evidence = createEvidenceOrder({
    handOver: (fact) => {
      options.onEvidence(attempt_id, fact);
    },
    tokens: options.tokens,
    witness: 'in_session_endpoint',
  });
  const observer = createFrameObserver({
    server_name,
    onEvidence: evidence.observed,
    now: Date.now,
    newConnectionId: randomUUID,
    ownCatalog: true,
  });
  const makeServer = (): ReturnType<typeof buildServer> =>
    buildServer({
      server_name,
      readReport: () => options.readReport(attempt_id),
      onProblem: (about) => {
        evidence.told(problemReported(about));
      },
    });
  const modern = createMcpHandler(makeServer, { legacy: 'reject' });
  const legacy = createLegacySessions(makeServer, (session_id) => {
    observer.onClose(session_id, 'endpoint_closed');
  });

  const stdio = createStdioDoor(makeServer, observer);

  const answer = async (request: Request, { message, malformed }: Body): Promise<Response> => {
    if (malformed) return parseError();
    const isLegacy = await isLegacyRequest(request, message);
    return isLegacy ? legacy.serve(request, message) : modern.fetch(request, { parsedBody: message });
  };

  return {
    async serve(request, foreign) {
      const body = await bodyOf(request);
      return observeExchange({ observer, request, message: body.message }, () =>
        foreign ? forbidden() : answer(request, body),
      );
    },
    refusedTooLarge() {
      evidence.told(tooLarge(server_name));
    },
    serveStdio: stdio.serve,
    async close() {
      await Promise.all([legacy.close(), modern.close(), stdio.close()]);
      observer.close();
      await evidence.settle();
    },
  };
}
