import { randomBytes } from 'node:crypto';
import { createSeal } from '../handles/seal.ts';
import { createOpenSessions } from '../handles/sessions.ts';
import { tellHandle } from '../handles/tell.ts';
import type { PlanOptions } from '../handles/plan.ts';
import type { OwnPart, OwnParts } from '../pipeline/own-parts.ts';
import { Answered, type Rewriter, type RewriteVia } from '../rewriting.ts';
import { type CallOptions, takeCall, type TakenCall } from './call.ts';
import { createToolFinder } from './find-tool.ts';
import { isObject, type JsonObject, objectOf, withMember } from './json.ts';
import { showList } from './list-tools.ts';
import type { RewritingOptions } from './options.ts';
import { handleOptions, parametersOf, type Parameters } from './parameters.ts';
import { createRegistry, type Listed, type Registry } from './registry.ts';
import { createTracing, type Tracing } from './tracing.ts';

export interface RewriterParts {
  /** The server's label. */
  readonly server: string;
  /** Milliseconds since 1970; the machine's clock when absent. */
  readonly now?: () => number;
}

const TTL_MS = 24 * 3_600_000;
/** Ten years: what a handle can say. */
const LONGEST_TTL_MS = 10 * 365 * TTL_MS;
const LEAST_SECRET = 32;
const MODERN_KEY = 'io.modelcontextprotocol/protocolVersion';
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

function checked(parameters: Parameters): Parameters {
  for (const name of Object.values(parameters) as readonly (string | null)[]) {
    if (name !== null && !NAME.test(name))
      throw new TypeError(`${name} is no name: use letters, digits, _ . and -`);
  }
  if (parameters.handle !== null && parameters.handle === parameters.agent)
    throw new TypeError('the parameters for handles and agents need two names');
  return parameters;
}

function sealing({ handles }: RewritingOptions, server: string, now: () => number): PlanOptions | null {
  if (handles === undefined) return null;
  const { secret = randomBytes(32).toString('hex'), tenant = '', ttlMs = TTL_MS } = handleOptions(handles);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0 || secrets.some((one) => one.length < LEAST_SECRET))
    throw new TypeError(`a secret of handles has ${LEAST_SECRET} characters or more`);
  if (!(ttlMs <= LONGEST_TTL_MS))
    throw new TypeError('handles are good for ten years at most: ttlMs says it in milliseconds');
  const seal = createSeal({ secrets, tenant, server });
  return { seal, sessions: createOpenSessions(ttlMs, now), ttlMs, now };
}

const hidden: Listed = { handle: false, agent: false, mirror: false };

/** What the whole rewriter shares. */
interface Shared extends CallOptions {
  readonly registry: Registry;
  /** Null where no trace is handed on. */
  readonly tracing: Tracing | null;
  readonly find: (tool: string, via: RewriteVia) => Promise<void>;
  keep(request: object, params: unknown, call: TakenCall): void;
}

/** A request whose tool is known, or that is none of a tool. */
function passCall(request: JsonObject, listed: Listed, via: RewriteVia, shared: Shared): unknown {
  const params = objectOf(request.params) ?? {};
  const taken = takeCall(params, listed, via.transport, shared);
  const traced = shared.tracing?.toServer(request, taken.params, via) ?? null;
  const part: OwnPart = { ...taken.part, trace: traced?.trace ?? null };
  shared.keep(request, request.params, { ...taken, part });
  if (traced !== null) return traced.message;
  return taken.params === params ? request : withMember(request, 'params', taken.params);
}

const nothingTaken: OwnPart = {
  handle: null,
  agent: null,
  trace: null,
  stripped: new Set(),
  isMissingTool: false,
};

/** The tool that is ours never reaches the server; it takes what every tool takes. */
function answerMissing(request: JsonObject, params: JsonObject, via: RewriteVia, shared: Shared): Answered {
  const taken = takeCall(params, { handle: true, agent: true, mirror: false }, via.transport, shared);
  const part: OwnPart = { ...taken.part, trace: null, isMissingTool: true };
  shared.keep(request, params, { ...taken, part });
  const isModern = typeof objectOf(params._meta)?.[MODERN_KEY] === 'string';
  const recorded = { content: [{ type: 'text', text: 'Recorded.' }] };
  const result = isModern ? { resultType: 'complete', ...recorded } : recorded;
  const { handle } = shared.parameters;
  return new Answered(
    taken.plan === null || handle === null ? result : tellHandle(result, taken.plan, handle, false),
  );
}

/** Whether a value that no instance of ours has been asked for may be the server's own. */
function isDoubtful(params: JsonObject, { parameters, handles }: CallOptions): boolean {
  const args = objectOf(params.arguments);
  if (args === null) return false;
  const { handle, agent } = parameters;
  if (agent !== null && Object.hasOwn(args, agent)) return true;
  if (handle === null || handles === null || !Object.hasOwn(args, handle)) return false;
  return handles.seal.read(args[handle], handles.now()).state === 'unrecognised';
}

function callTool(request: JsonObject, via: RewriteVia, shared: Shared): unknown {
  const params = objectOf(request.params) ?? {};
  const { registry, parameters, find } = shared;
  if (typeof params.name !== 'string') return request;
  const tool = params.name;
  const pass = (listed: Listed | null): unknown => {
    if (listed === null && tool === parameters.missingTool)
      return answerMissing(request, params, via, shared);
    return passCall(request, listed ?? hidden, via, shared);
  };
  const own = registry.ofInstance(via.transport, tool);
  const known = own ?? (isDoubtful(params, shared) ? null : registry.ofAny(tool));
  if (known !== null || (tool === parameters.missingTool && registry.isOffered)) return pass(known);
  return find(tool, via).then(() => pass(registry.ofInstance(via.transport, tool)));
}

/**
 * Null where nothing is to be rewritten. Throws on options that cannot be: a secret that is too short, a name that is none, a
 * time that no handle can have.
 * The parts that it takes from calls are told by `own`, for the pipeline.
 */
export function createRewriter(
  options: RewritingOptions,
  { server, now = Date.now }: RewriterParts,
): { readonly rewriter: Rewriter; readonly own: OwnParts } | null {
  const parameters = checked(parametersOf(options));
  const tracing = options.propagateTrace === true ? createTracing() : null;
  const lists = Object.values(parameters).some((name) => name !== null);
  if (!lists && tracing === null) return null;
  const registry = createRegistry();
  const requests = new WeakMap<object, TakenCall>();
  const parts = new WeakMap<object, OwnPart>();
  const keepPart = (params: unknown, part: OwnPart): void => {
    if (isObject(params)) parts.set(params, part);
  };
  const shared: Shared = {
    parameters,
    handles: sealing(options, server, now),
    registry,
    tracing,
    find: createToolFinder(parameters, registry, now).find,
    keep(request, params, call) {
      requests.set(request, call);
      keepPart(params, call.part);
    },
  };

  const toServer = (request: unknown, via: RewriteVia): unknown => {
    if (!isObject(request)) return request;
    if (lists && request.method === 'tools/call') return callTool(request, via, shared);
    if (tracing === null || !isObject(request.params) || request.id === undefined) return request;
    return passCall(request, hidden, via, shared);
  };

  const asking = (request: unknown, within: unknown, via: Tracing): unknown => {
    if (!isObject(request) || !isObject(request.params)) return request;
    const { message, trace } = via.toClient(request, request.params, within);
    keepPart(request.params, { ...nothingTaken, trace });
    return message;
  };

  const toClient = (answer: unknown, request: unknown, via: RewriteVia): unknown => {
    const asked = objectOf(request);
    const result = objectOf(objectOf(answer)?.result);
    if (asked === null || result === null) return answer;
    const shown = shownResult(result, asked, via);
    return shown === result ? answer : withMember(answer as JsonObject, 'result', shown);
  };

  function shownResult(result: JsonObject, asked: JsonObject, via: RewriteVia): JsonObject {
    if (lists && asked.method === 'tools/list') {
      return showList(result, { parameters, registry, transport: via.transport });
    }
    const call = requests.get(asked);
    const plan = call?.plan ?? null;
    if (call === undefined || plan === null || parameters.handle === null) return result;
    return tellHandle(result, plan, parameters.handle, call.mirror);
  }

  return {
    rewriter: {
      toServer,
      ...(tracing !== null && { asking: (request, within) => asking(request, within, tracing) }),
      toClient,
      sessionOf(request) {
        const session_id = isObject(request) ? (requests.get(request)?.plan?.session_id ?? null) : null;
        return session_id === null ? null : { session_id };
      },
    },
    own: {
      partOf: (params) => (isObject(params) ? (parts.get(params) ?? null) : null),
    },
  };
}
