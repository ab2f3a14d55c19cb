import { randomBytes } from 'node:crypto';
import { attemptBody } from '../support/evidence.ts';
import { clientOf } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { createDatabase } from './database.ts';
import { appendsPerStream, together, type Arm } from './measure.ts';

interface Writing {
  readonly attempt: string;
  posts: number;
}

/** As executors mint them, rising with time. */
const uuidV7 = (): string => {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

const callOf = (attempt: string, sequence: number): object => ({
  event_id: uuidV7(),
  type: 'tool-called',
  attachment_attempt_id: attempt,
  occurred_at: '2026-11-30T12:00:00.123456Z',
  producer: { id: 'executor-01936f0e-7c00-7000-8000-000000000002', sequence },
  witness: 'in_session_endpoint',
  data: {
    server_name: 'hub',
    connection_id: '01936f0e-7c00-7000-8000-000000000003',
    tool_name: 'list_issues',
    started_at: '2026-11-30T12:00:00.120000Z',
    duration_ms: 3,
    outcome: 'ok',
    result_bytes: 5120,
    round_trips: 1,
    workspace: 'project',
  },
});

/** Batches over HTTP into a service of its own process, with every check, the sanitiser and the projections on. */
export async function evidenceArm(server: string, eventsPerPost: number): Promise<Arm> {
  const url = await createDatabase(server, `evidence_${eventsPerPost}`);
  const service = await startServiceProcess({ DATABASE_URL: url, WITNESS_LOG_LEVEL: 'silent' });
  const { post } = clientOf(service.url);
  const writing: Writing[] = [];
  const open = async (writer: number): Promise<Writing> => {
    const attempt = uuidV7();
    const { status } = await post('/v1/attempts', attemptBody(attempt, { session_id: `session ${writer}` }));
    if (status !== 201) throw new Error(`The attempt was answered with ${status}.`);
    return { attempt, posts: 0 };
  };
  return {
    name: `POST /v1/evidence, ${eventsPerPost} a batch`,
    run: (seconds) =>
      together(seconds, async (writer) => {
        let mine = writing[writer];
        if (mine === undefined || mine.posts === appendsPerStream)
          mine = writing[writer] = await open(writer);
        const { attempt, posts } = mine;
        const events = Array.from({ length: eventsPerPost }, (_, n) =>
          callOf(attempt, 3 + posts * eventsPerPost + n),
        );
        const { status } = await post('/v1/evidence', events);
        if (status !== 200) throw new Error(`The batch was answered with ${status}.`);
        mine.posts += 1;
        return eventsPerPost;
      }),
    close: async () => {
      await service.end('SIGTERM');
    },
  };
}
