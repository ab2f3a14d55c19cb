import { attemptBody } from '../support/evidence.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { createDatabase } from './database.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { appendsPerStream, together, writers, type Arm } from './measure.ts';
import { processorTimeOf } from './processor.ts';
import { toolCallTexts, uuidV7 } from './tool-calls.ts';

interface Writing {
  readonly call: (sequence: number) => string;
  posts: number;
}

/** Opens a new attempt of a session; its relay has used the first two sequence numbers. */
export async function openAttempt(client: HttpClient, sessionId: string): Promise<string> {
  const attempt = uuidV7();
  const body = attemptBody(attempt, { session_id: sessionId, occurred_at: new Date().toISOString() });
  const { status } = await client.post('/v1/attempts', JSON.stringify(body));
  if (status !== 201) throw new Error(`The attempt was answered with ${status}.`);
  return attempt;
}

/** The service over a database of its own, in a process of its own. */
export const startBenchService = async (
  server: string,
  name: string,
  nodeOptions: readonly string[] = [],
): Promise<ServiceProcess> => {
  const url = await createDatabase(server, name);
  return startServiceProcess({ DATABASE_URL: url, WITNESS_LOG_LEVEL: 'silent' }, nodeOptions);
};

/** Batches over HTTP into a service of its own process, with every check, the sanitiser and the projections on. */
export async function evidenceArm(
  server: string,
  eventsPerPost: number,
  nodeOptions: readonly string[] = [],
): Promise<Arm> {
  const service = await startBenchService(server, `evidence_${eventsPerPost}`, nodeOptions);
  const client = createHttpClient(service.url, writers);
  const writing: Writing[] = [];
  return {
    name: `POST /v1/evidence, ${eventsPerPost} a batch`,
    processors: { service: () => processorTimeOf(service.pid) },
    run: (seconds) =>
      together(seconds, async (writer) => {
        let mine = writing[writer];
        if (mine === undefined || mine.posts === appendsPerStream)
          mine = writing[writer] = {
            call: toolCallTexts(await openAttempt(client, `session ${writer}`)),
            posts: 0,
          };
        const { call, posts } = mine;
        const first = 3 + posts * eventsPerPost;
        const events = Array.from({ length: eventsPerPost }, (_, n) => call(first + n));
        const { status } = await client.post('/v1/evidence', `[${events.join()}]`);
        if (status !== 200) throw new Error(`The batch was answered with ${status}.`);
        mine.posts += 1;
        return eventsPerPost;
      }),
    close: async () => {
      client.close();
      await service.end('SIGTERM');
    },
  };
}
