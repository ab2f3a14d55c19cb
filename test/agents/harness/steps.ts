import type { Attempt } from '@mcp-witness/evidence';
import type { Attempts } from './attempts.ts';
import type { Agent } from './registry.d.mts';
import { comparable, type EntryOf, observedServers, wayOf } from './servers.ts';
import { type AcpClient, prompt } from './stage.mjs';
import { type Log, readLog, rowByNotes, rowByReport, serverNamed } from './tally.ts';
import { once } from './wait.ts';

/** One session call of the host, and a prompt after it. */
export interface Step {
  readonly name: string;
  readonly method: string;
  /** Names the attempt in the servers' own notes. */
  readonly label: string;
  /** The code of the refusal; null where the agent took the call. */
  readonly refused: number | null;
  /** It belongs to the calls that make the agent connect to their servers. */
  readonly attaches: boolean;
  /** The attempt that the step opened, after the prompt, while the agent still runs. */
  readonly attempt: Attempt;
  /** All attempts of the process so far, this one the last. */
  readonly attempts: readonly { readonly label: string; readonly attempt: Attempt }[];
  /** What the servers had written by then. */
  readonly log: Log;
}

export interface Play {
  readonly agent: Agent;
  readonly cwd: string;
  readonly attempts: Attempts;
  /** To which the servers write. */
  readonly logFile: string;
  readonly entry: EntryOf;
}

const agrees = (log: Log, label: string, attempt: Attempt): boolean =>
  comparable(attempt).every((server) => {
    const row = serverNamed(attempt, server);
    const notes = rowByNotes(log, { server, attempt: label });
    return row !== undefined && JSON.stringify(rowByReport(row)) === JSON.stringify(notes);
  });

/** Agents connect and list when they like: waits for the word of the servers that the agent can reach. */
async function listed({ agent, logFile }: Play, label: string, servers: readonly string[]): Promise<void> {
  const expected = [...servers, 'witness'].filter((server) => {
    const way = wayOf(server);
    return observedServers.includes(server) && way !== null && agent.speaks[way].length > 0;
  });
  const isListed = ({ notes }: Log, server: string): boolean =>
    notes.some((note) => note.server === server && note.attempt === label && note.tools !== undefined);
  await once(
    () => readLog(logFile),
    (log) => expected.every((server) => isListed(log, server)),
  );
}

export interface AgentProcess {
  step(name: string, method: string, servers: readonly string[]): Promise<Step>;
}

/** One process of the agent: its steps come one after another. `acpSessionId` is of a session that it is to load. */
export function stepsOf(
  play: Play,
  client: AcpClient,
  { name, acpSessionId }: { readonly name: string; readonly acpSessionId: string | null },
): AgentProcess & { readonly session: () => string } {
  const opened: { readonly label: string; readonly id: string }[] = [];
  let session = acpSessionId ?? '';

  const seen = async (): Promise<Pick<Step, 'attempts' | 'log'>> => {
    const reports = opened.map(async ({ label, id }) => ({ label, attempt: await play.attempts.read(id) }));
    return { attempts: await Promise.all(reports), log: await readLog(play.logFile) };
  };
  const call = async (method: string, servers: readonly string[]): Promise<number | null> => {
    const params = { cwd: play.cwd, mcpServers: servers.map(play.entry) };
    const own = method === 'session/new' ? {} : { sessionId: session };
    const { result, error } = await client.request(method, { ...own, ...params });
    session = result?.sessionId ?? session;
    return error?.code ?? null;
  };

  return {
    session: () => session,
    async step(stepName, method, servers) {
      const label = `${name}-${opened.length + 1}`;
      const refused = await call(method, servers);
      opened.push({ label, id: await play.attempts.opened(method) });
      const isKnown = opened.length > 1;
      const attaches = play.agent.reattaches || !isKnown || method === 'session/fork';
      if (attaches) await listed(play, label, servers);
      if (refused === null || isKnown) await prompt(client, play.agent, session);
      // What became of the call may be told after all that the servers saw.
      const isSettled = (one: Attempt | undefined): boolean =>
        ((refused === null ? one?.accepted_at : one?.session_error) ?? null) !== null;
      const then = await once(
        seen,
        ({ attempts, log }) =>
          isSettled(attempts.at(-1)?.attempt) && attempts.every((one) => agrees(log, one.label, one.attempt)),
      );
      const attempt = then.attempts.at(-1)!.attempt;
      return { name: stepName, method, label, refused, attempt, attaches, ...then };
    },
  };
}
