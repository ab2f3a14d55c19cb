import type { Asking, Handler } from '../answering/answering.ts';
import { bridgeEntry } from '../bridge/entry.ts';
import type { Effective, EffectiveAttempt, EffectiveServer } from '../effective/effective.ts';
import type { ServerEntry } from '../fronts/index.ts';
import type { FactKeeper } from '../journal/keeper.ts';
import type { LocalServers } from '../local-servers.ts';
import { testEndpoint, type TestResult } from './test-endpoint.ts';

interface Parts {
  readonly effective: Effective;
  readonly testDoor: LocalServers['testDoor'];
  readonly operator: Pick<FactKeeper, 'note'>;
}

interface Named {
  readonly name: string;
  readonly server: EffectiveServer;
}

const notDone = (reason_code: string, summary: string): TestResult => ({
  reachable: false,
  succeeded: false,
  stage: 'start',
  reason_code,
  warnings: [],
  noise_lines: 0,
  summary,
  duration_ms: 0,
  budget_ms: 0,
  protocol_version: null,
  tool_count: null,
});

const opaque = notDone('not_testable', 'This server was delivered in a form that only the agent can reach.');
const closed = notDone('spawn_failed', 'The in-session server could not be started.');

async function testBuiltIn(
  name: string,
  transport: 'http' | 'stdio',
  {
    at,
    test,
    testDoor,
  }: { readonly at: EffectiveAttempt; readonly test: Test; readonly testDoor: Parts['testDoor'] },
): Promise<TestResult> {
  const door = await testDoor();
  if (door === null) return closed;
  const { address } = door;
  try {
    return await test(
      transport === 'http' ? { type: 'http', name, ...address } : bridgeEntry(name, address),
      at,
    );
  } finally {
    await door.close();
  }
}

type Test = (entry: ServerEntry, at: EffectiveAttempt) => Promise<TestResult>;

/**
 * Tests a server of an attempt as it was delivered to that attempt. Fronts are passed by, and the in-session server is reached
 * at an address of its own, so that a test leaves no evidence of an attachment; its result is noted as a test.
 */
export function createTestHandler({ effective, testDoor, operator }: Parts): Handler {
  function run({ name, server }: Named, at: EffectiveAttempt, { signal, tell }: Asking): Promise<TestResult> {
    const test: Test = (entry, { directory, environment }) =>
      testEndpoint({ entry, directory, environment, onStage: tell }, signal);
    if (server.kind === 'opaque') return Promise.resolve(opaque);
    return server.kind === 'entry'
      ? test(server.entry, at)
      : testBuiltIn(name, server.transport, { at, test, testDoor });
  }

  return async ({ attachment_attempt_id: id, server_name: name }, asking) => {
    const at = typeof id === 'string' ? effective.of(id) : null;
    const server = typeof name === 'string' ? at?.servers.get(name) : undefined;
    if (typeof id !== 'string' || typeof name !== 'string' || at === null || server === undefined)
      return { code: 'not_effective' };
    const result = await run({ name, server }, at, asking);
    if (asking.signal.aborted) return { code: 'cancelled' };
    const tested_at = new Date().toISOString();
    const data = { server_name: name, ...result };
    operator.note(id, [{ type: 'endpoint-tested', data, witness: 'operator', occurred_at: tested_at }]);
    return { data: { tested_at, ...result } };
  };
}
