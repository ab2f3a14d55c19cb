import type { Attempt, History } from '@mcp-witness/evidence';
import { once } from './wait.ts';

interface TaskSessions {
  readonly sessions: readonly { readonly metadata: { readonly mcp_attachment_state: History } }[];
}

/** What the service says of the attempts of one session and its forks. */
export interface Attempts {
  /** The id of the attempt that a session call has opened: a fork's is the first of a session of its own. */
  opened(method: string): Promise<string>;
  read(id: string): Promise<Attempt>;
}

async function json<T>(url: string): Promise<T | null> {
  const answer = await fetch(url);
  return answer.ok ? ((await answer.json()) as T) : null;
}

export function attemptsOf(
  serviceUrl: string,
  { sessionId, taskId }: { readonly sessionId: string; readonly taskId: string },
): Attempts {
  const known = new Set<string>();

  const histories = async (): Promise<readonly History[]> => {
    const task = await json<TaskSessions>(`${serviceUrl}/v1/tasks/${taskId}/sessions`);
    return (task?.sessions ?? []).map(({ metadata }) => metadata.mcp_attachment_state);
  };
  const isNew = (method: string, { session_id, current }: History): boolean => {
    if (known.has(current.attachment_attempt_id)) return false;
    return method === 'session/fork' ? current.forked_from === sessionId : session_id === sessionId;
  };

  return {
    async opened(method) {
      const found = await once(
        async () => (await histories()).find((history) => isNew(method, history)),
        (history) => history !== undefined,
      );
      if (found === undefined) throw new Error(`No attempt came for ${method}.`);
      const { attachment_attempt_id } = found.current;
      known.add(attachment_attempt_id);
      return attachment_attempt_id;
    },
    async read(id) {
      const attempt = await json<Attempt>(`${serviceUrl}/v1/attempts/${id}`);
      if (attempt === null) throw new Error(`The attempt ${id} is not there.`);
      return attempt;
    },
  };
}
