import type { Delivery } from './delivery.ts';
import type { Effective } from './effective/effective.ts';
import { createTestHandler } from './endpoint-test/answer-test.ts';
import type { LocalServers } from './local-servers.ts';
import { createOutputHandler } from './recent-output/answer-output.ts';
import type { Ring } from './recent-output/ring.ts';
import { createCheckHandler } from './secret-check/answer-check.ts';

/** Does what an operator asks for by way of the service. */
export function answerOperators(parts: {
  readonly delivery: Delivery;
  readonly effective: Effective;
  readonly recent: Ring;
  readonly testDoor: LocalServers['testDoor'];
}): void {
  const { delivery, effective, recent, testDoor } = parts;
  const { operator } = delivery.journal;
  delivery.answer('endpoint_test', createTestHandler({ effective, testDoor, operator }));
  delivery.answer('recent_output', createOutputHandler({ effective, recent }));
  delivery.answer('secret_check', createCheckHandler({ effective }));
}
