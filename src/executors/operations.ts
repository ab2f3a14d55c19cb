import { type Attempt, codes, type Server } from '@mcp-witness/evidence';
import { Injectable } from '@nestjs/common';
import { AccessLog } from '../access-log/access-log.ts';
import type { Caller } from '../auth/caller.ts';
import { found } from '../http/found.ts';
import { Problem } from '../http/problem.ts';
import { sessionStream } from '../log/streams.ts';
import { SessionReports } from '../projections/read/session-reports.ts';
import type { Asked } from './asking/asked.ts';
import { ExecutorRequests } from './asking/executor-requests.ts';
import { readOutput, readTest, readTestProgress, type TestProgress } from './read-answers.ts';

/** A test ends within its own budget, which is less. */
const testMs = 57_000;
const outputMs = 10_000;

/** Which server of which session. */
export interface Tested {
  readonly session_id: string;
  readonly server_name: string;
}

/** Who waits for the result of a test. */
export interface Waiting {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TestProgress) => void;
}

/** What is not known at the executor any more, or what it cannot do now. */
function dataOf(asked: Asked): Readonly<Record<string, unknown>> {
  if (asked.outcome === 'answered') return asked.data;
  if (asked.outcome !== 'refused') throw new Problem('executor_unreachable');
  if (asked.code === 'not_effective') throw new Problem('not_found');
  if (asked.code === 'busy') throw new Problem('unavailable', { retryAfterSeconds: 5 });
  throw new Problem('executor_unreachable');
}

/** An executor that answers something else than it was asked for is of another version. */
function readable<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new Problem('executor_unreachable');
  return answer;
}

/** A load no longer names it, or it was left out: the agent does not have it. */
const isLeftOut = ({ findings }: Attempt, { name, status }: Server): boolean =>
  status === 'filtered' ||
  status === 'unavailable' ||
  findings.some(({ code, server_name }) => code === codes.finding.notInLoad && server_name === name);

/** What operators have done by the process that runs a session. */
@Injectable()
export class Operations {
  constructor(
    private readonly reports: SessionReports,
    private readonly requests: ExecutorRequests,
    private readonly accessLog: AccessLog,
  ) {}

  async test(
    caller: Caller,
    { session_id, server_name }: Tested,
    { signal, onProgress }: Waiting,
  ): Promise<object> {
    const attempt = await this.#current(caller, session_id);
    const { attachment_attempt_id } = attempt;
    const server = found(attempt.servers.find(({ name }) => name === server_name) ?? null);
    if (isLeftOut(attempt, server)) throw new Problem('not_found');
    await this.accessLog.record(caller, 'endpoint.test', sessionStream(session_id));
    const asked = await this.requests.ask({
      tenant_id: caller.tenant_id,
      attachment_attempt_id,
      kind: 'endpoint_test',
      data: { attachment_attempt_id, server_name },
      deadlineMs: testMs,
      signal,
      onProgress(text) {
        const progress = readTestProgress(text);
        if (progress !== null) onProgress(progress);
      },
    });
    const result = readable(readTest(dataOf(asked)));
    return { session_id, attachment_attempt_id, server_name, ...result };
  }

  async recentOutput(caller: Caller, session_id: string, signal: AbortSignal): Promise<object> {
    const { attachment_attempt_id, ended_at } = await this.#current(caller, session_id);
    if (ended_at !== null) throw new Problem('execution_ended');
    await this.accessLog.record(caller, 'output.read', sessionStream(session_id));
    const asked = await this.requests.ask({
      tenant_id: caller.tenant_id,
      attachment_attempt_id,
      kind: 'recent_output',
      data: { attachment_attempt_id },
      deadlineMs: outputMs,
      signal,
    });
    if (asked.outcome === 'refused' && asked.code === 'execution_ended') throw new Problem('execution_ended');
    return { session_id, sensitive: true, ...readable(readOutput(dataOf(asked))) };
  }

  async #current({ tenant_id }: Caller, session_id: string): Promise<Attempt> {
    return found(await this.reports.report(tenant_id, session_id)).history.current;
  }
}
