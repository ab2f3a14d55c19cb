import type { EvidenceEvent } from '@mcp-witness/evidence';
import type { WitnessClient } from '../client.ts';
import { sampleHost } from './is-sample.ts';
import { firstAttempt, type Fact, sampleServers, secondAttempt } from './story.ts';
import { uuid7Minter } from './uuid7.ts';

const attemptsApartMs = 20_000;

interface Sample {
  readonly sessionId: string;
  readonly entry: string;
  readonly startedMs: number;
  readonly facts: readonly Fact[];
}

/** How an attempt begins, before what is seen of it. */
const opening = ({ sessionId, entry }: Sample): readonly Fact[] => [
  {
    type: 'attempt-started',
    witness: 'host',
    data: { session_id: sessionId, task_id: 'sample', agent_id: 'sample-agent', host: sampleHost, entry },
  },
  ...sampleServers.map((data): Fact => ({ type: 'server-resolved', witness: 'resolver', data })),
];

/** The story as events, timed from the start on. */
const eventsOf = (sample: Sample): readonly EvidenceEvent[] => {
  const mint = uuid7Minter(sample.startedMs);
  const attempt = mint();
  let moment = sample.startedMs;
  return [...opening(sample), ...sample.facts].map(({ after = 0, ...fact }, index) => {
    moment += after * 1000;
    return {
      ...fact,
      event_id: index === 0 ? attempt : mint(),
      attachment_attempt_id: attempt,
      occurred_at: new Date(moment).toISOString(),
      producer: { id: 'sample', sequence: index + 1 },
    };
  });
};

const record = async (client: Pick<WitnessClient, 'sendEvidence'>, sample: Sample): Promise<void> => {
  const { rejected } = await client.sendEvidence(eventsOf(sample));
  if (rejected.length > 0)
    throw new Error(`The service refused ${String(rejected.length)} of the sample's events.`);
};

/** Records a session that shows every kind of status, by the same calls as any other, and gives its id. */
export const makeSample = async (client: Pick<WitnessClient, 'sendEvidence'>): Promise<string> => {
  const startedMs = Date.now() - 2 * attemptsApartMs;
  const sessionId = `sample-${startedMs.toString(36)}`;
  await record(client, { sessionId, entry: 'session/new', startedMs, facts: firstAttempt });
  const loadedMs = startedMs + attemptsApartMs;
  const facts = secondAttempt(new Date(loadedMs).toISOString());
  await record(client, { sessionId, entry: 'session/load', startedMs: loadedMs, facts });
  return sessionId;
};
