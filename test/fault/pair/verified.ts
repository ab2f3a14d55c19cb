import { setTimeout as pause } from 'node:timers/promises';
import type { LogVerification } from '../../../src/audit/audit.service.ts';
import { clientOf } from '../../support/service.ts';
import { type Access } from './service-pair.ts';

/** What a service says of its whole log. */
export interface Verified {
  /** Events that stand in the chain of their stream, each counted once. */
  readonly events: number;
  /** Signed blocks, from the first. */
  readonly blocks: number;
  readonly lastBlock: LogVerification['last_block'];
}

const patience = 60_000;
/** Events of a part: more than one is asked for also where a log is short. */
const limit = 1_000;

const verifyParts = async ({ url, apiKey }: Access): Promise<readonly LogVerification[]> => {
  const parts: LogVerification[] = [];
  for (let after: string | null = '0'; after !== null;) {
    const { status, body } = await clientOf(url).get(`/v1/audit/verify?after=${after}&limit=${limit}`, {
      authorization: `Bearer ${apiKey}`,
    });
    const part = body as LogVerification;
    if (status !== 200 || !part.ok) throw new Error(`The log does not verify: ${JSON.stringify(body)}`);
    parts.push(part);
    after = part.next_after;
  }
  return parts;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Has the log of every tenant verified once signed blocks stand for all of it. Rejects where it does not verify. */
export async function verified(access: Access): Promise<Verified> {
  const deadline = Date.now() + patience;
  for (;;) {
    const parts = await verifyParts(access);
    if (sum(parts.map(({ unsealed }) => unsealed)) === 0)
      return {
        events: sum(parts.map(({ checked }) => checked)),
        blocks: sum(parts.map(({ blocks }) => blocks)),
        lastBlock: parts.at(-1)?.last_block ?? null,
      };
    if (Date.now() > deadline) throw new Error('No process seals what is in the log.');
    await pause(100);
  }
}
