import { newId } from '../ids.ts';
import { applyEdits } from '../json/splice.ts';
import type { AttachmentState } from './attachment-state.ts';
import type { AttachMethod, ClientRequest } from './client-request.ts';
import { type HostServer, readHostServers, serverConfigurations } from './host-servers.ts';
import { decideInjection, type Injection } from './injection.ts';
import { idOrNull, readNamedIds, removeNamedIds } from './named-ids.ts';
import { deliveredFacts, openingFacts } from './opening.ts';

/** What goes on to the agent in the place of a line, and who wants to know that it was written. */
export interface Outgoing {
  readonly bytes: Buffer;
  readonly written: (() => void) | null;
}

interface Call {
  readonly line: Buffer;
  readonly request: ClientRequest;
  readonly attempt_id: string;
  readonly servers: readonly HostServer[];
}

interface Ours {
  readonly name: string;
  readonly injection: Injection;
}

async function injectOurs(state: AttachmentState, call: Call): Promise<Ours | null> {
  const { builtIn, agentTakesHttp: takesHttp } = state;
  if (builtIn === null) return null;
  const nameIsTaken = call.servers.some((server) => server.name === builtIn.name);
  const injection = await decideInjection({ ...call, builtIn, takesHttp, nameIsTaken });
  return { name: builtIn.name, injection };
}

/** Opens an attempt for a session call, on disk before this resolves, and says what goes on to the agent. */
export async function attach(
  state: AttachmentState,
  line: Buffer,
  request: ClientRequest,
  method: AttachMethod,
): Promise<Outgoing> {
  const { params } = request;
  const edits = [...removeNamedIds(line, request.paramsAt)];
  const asItIs = (): Outgoing => ({ bytes: applyEdits(line, edits), written: null });
  if (request.id === null) return asItIs();
  const attempt_id = newId();
  const acp_session_id = idOrNull(params.sessionId);
  const belonging = state.identity.belonging({ method, acp_session_id, named: readNamedIds(params) });
  const servers = readHostServers(params.mcpServers);
  const builtIn = await injectOurs(state, { line, request, attempt_id, servers });
  if (state.over) return asItIs();
  if (builtIn?.injection.kind === 'deliver') edits.push(builtIn.injection.edit);
  const facts = openingFacts({ request, belonging, execution: state.execution, servers, builtIn });
  const { session_id } = belonging;
  const names = new Set([...servers, ...(builtIn === null ? [] : [builtIn])].map((server) => server.name));
  const waiting = { attempt_id, session_id, method, acp_session_id, servers: names };
  state.attempts.add(attempt_id);
  state.pending.add(request.id, { kind: 'attach', waiting });
  await state.keeper.open(attempt_id, facts, serverConfigurations(params.mcpServers));
  return {
    ...asItIs(),
    written() {
      state.keeper.note(attempt_id, deliveredFacts({ servers, builtIn }));
    },
  };
}
