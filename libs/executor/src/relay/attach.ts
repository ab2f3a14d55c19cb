import { newAttemptId } from '../attempt-id.ts';
import { effectiveAttempt } from '../effective/effective-attempt.ts';
import { newId } from '../ids.ts';
import { arrayElements, skipSpace } from '../json/scan.ts';
import { applyEdits, type Edit } from '../json/splice.ts';
import { readHostServers, serverConfigurations } from '../resolution/host-servers.ts';
import { planServers, type ServerPlan } from '../resolution/plan.ts';
import type { AttachmentState } from './attachment-state.ts';
import { type AttachMethod, type ClientRequest, isAttach, readClientRequest } from './client-request.ts';
import { idOrNull, readNamedIds, removeNamedIds } from './named-ids.ts';
import { deliveredServers, openingFacts } from './opening.ts';

/** What goes on to the agent in the place of a line, and who wants to know that it was written. */
export interface Outgoing {
  readonly bytes: Buffer;
  readonly written: (() => void) | null;
}

const tookOut = (count: number): string =>
  `a rule of the profile took ${count === 1 ? 'a server' : `${count} servers`} of the host out of a session whose report has no row for that: a name is missing or cannot be stored, or there are too many`;

const directoryOf = ({ params }: ClientRequest): string =>
  typeof params.cwd === 'string' ? params.cwd : process.cwd();

async function plan(
  { policy, takes, builtIn, onTrouble }: AttachmentState,
  line: Buffer,
  request: ClientRequest,
  attempt_id: string,
): Promise<ServerPlan> {
  const { method, params, paramsAt } = request;
  const host = readHostServers(params.mcpServers);
  const directory = directoryOf(request);
  const mayInsert = method === 'session/resume' || method === 'session/fork';
  const planned = await planServers(
    { attempt_id, host, policy, takes, directory },
    { line, params: paramsAt.at(-1), mayInsert },
    builtIn,
  );
  if (planned.untold > 0) onTrouble(tookOut(planned.untold));
  return planned;
}

/** What takes out the servers that a rule denies, where nothing is opened: what a rule denies goes to no agent. */
async function denials(
  state: AttachmentState,
  line: Buffer,
  request: ClientRequest,
): Promise<readonly Edit[]> {
  const { profile } = state.policy;
  if (profile === null) return [];
  const rulesAlone = { ...profile, servers: [] };
  const policy = { ...state.policy, profile: rulesAlone, fronts: Promise.resolve(null) };
  return (await plan({ ...state, policy, builtIn: null }, line, request, newId())).edits;
}

/** Several messages in one line, which ACP does not have: they open nothing, and are rid of ids for us and denied servers. */
export async function passBatch(state: AttachmentState, line: Buffer): Promise<Outgoing> {
  const edits: Edit[] = [];
  for (const { start, end } of arrayElements(line, skipSpace(line, 0)) ?? []) {
    const element = line.subarray(start, end);
    const request = readClientRequest(element);
    if (request === null || !isAttach(request.method)) continue;
    state.effective.met(serverConfigurations(request.params.mcpServers));
    const own = [...removeNamedIds(element, request.paramsAt), ...(await denials(state, element, request))];
    for (const edit of own) edits.push({ ...edit, start: edit.start + start, end: edit.end + start });
  }
  return { bytes: applyEdits(line, edits), written: null };
}

/** Opens an attempt for a session call, on disk before this resolves, and says what goes on to the agent. */
export async function attach(
  state: AttachmentState,
  line: Buffer,
  request: ClientRequest,
  method: AttachMethod,
): Promise<Outgoing> {
  const { params } = request;
  state.effective.met(serverConfigurations(params.mcpServers));
  const unnamed = removeNamedIds(line, request.paramsAt);
  const changed = (edits: readonly Edit[]): Buffer => applyEdits(line, [...unnamed, ...edits]);
  if (request.id === null) return { bytes: changed(await denials(state, line, request)), written: null };
  const attempt_id = newAttemptId();
  const acp_session_id = idOrNull(params.sessionId);
  const belonging = state.identity.belonging({ method, acp_session_id, named: readNamedIds(params) });
  const { host, added, edits, entries } = await plan(state, line, request, attempt_id);
  const servers = [...host, ...added];
  if (state.over) return { bytes: changed([]), written: null };
  const { execution, policy } = state;
  const facts = openingFacts({
    directory: params.cwd,
    belonging,
    execution,
    revision: policy.revision,
    host,
    added,
  });
  const { session_id } = belonging;
  const names = new Set(servers.map((server) => server.name));
  const waiting = { attempt_id, session_id, method, acp_session_id, servers: names };
  state.attempts.add(attempt_id);
  const configurations = [...serverConfigurations(params.mcpServers), ...entries];
  const given = effectiveAttempt({ servers, policy, directory: directoryOf(request) });
  state.effective.put(attempt_id, given, configurations);
  state.pending.add(request.id, { kind: 'attach', waiting });
  await state.keeper.open(attempt_id, facts, configurations);
  return {
    bytes: changed(edits),
    written() {
      state.keeper.delivered(attempt_id, deliveredServers(servers));
    },
  };
}
