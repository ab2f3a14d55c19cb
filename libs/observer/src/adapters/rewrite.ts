import type { Hub } from '../hub/hub.ts';
import { Answered, type Rewriter, type RewriteVia } from '../rewriting.ts';
import { headOfExtra } from '../sight/request-head.ts';
import { createQuestions } from './questions.ts';

type Message = Readonly<Record<string, unknown>>;
type Id = string | number;

interface Outbound {
  readonly given: unknown;
  readonly own: unknown;
}

/** Changes what passes one transport, as its owner asked for. Nothing of it throws. */
export interface Rewriting {
  /** `go` with the message that the server is to get, at once or later; not called where it was answered. */
  inbound(message: unknown, extra: unknown, go: (message: unknown) => void): void;
  /**
   * What the client is to get, and what of it is the server's; null for an answer to a question of ours. `within`: what the
   * server is handling.
   */
  outbound(message: unknown, within: unknown): Outbound | null;
  sessionOf(message: unknown): { readonly session_id: string } | null;
  closed(): void;
}

interface Door {
  readonly transport: object;
  deliver(message: unknown, extra: unknown): void;
  answer(message: Message): void;
}

/** So many requests of one transport may be open before the answer of the oldest passes as it is. */
const MOST_REQUESTS = 4_096;

const CANCELLED = 'notifications/cancelled';

const objectOf = (value: unknown): Message | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : null;

const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number';

const isRequest = (message: Message | null): message is Message & { readonly id: Id } =>
  message !== null && typeof message.method === 'string' && isId(message.id);

const createAttempt =
  (hub: Hub) =>
  <T>(step: () => T, otherwise: T): T => {
    try {
      return step();
    } catch {
      hub.log('a message could not be rewritten, and passes as it was');
      return otherwise;
    }
  };

function createVia(
  door: Door,
): { viaOf(request: Message, extra: unknown): RewriteVia } & Pick<
  ReturnType<typeof createQuestions>,
  'answered' | 'closed'
> {
  const questions = createQuestions();
  return {
    ...questions,
    viaOf: (request, extra) => ({
      transport: door.transport,
      header: (name) => headOfExtra(extra)?.header(name) ?? null,
      ask(method, given, timeoutMs) {
        const meta = objectOf(objectOf(request.params)?._meta);
        const params = meta === null ? given : { ...given, _meta: meta };
        const deliver = (message: Message): void => {
          door.deliver(message, extra);
        };
        return questions.ask({ method, params }, deliver, timeoutMs);
      },
    }),
  };
}

/** By its parameters a request is known again, so each has its own. */
function passAsking(rewriter: Rewriter, asked: Message, within: unknown): Outbound {
  if (rewriter.asking === undefined) return { given: asked, own: asked };
  const own = asked.params === undefined ? { ...asked, params: {} } : asked;
  return { given: rewriter.asking(own, within), own };
}

export function createRewriting(rewriter: Rewriter, hub: Hub, door: Door): Rewriting {
  const requests = new Map<Id, { readonly request: Message; readonly via: RewriteVia }>();
  const vias = new WeakMap<object, RewriteVia>();
  /** Requests that wait for a question to be answered. */
  const held = new Map<Id, Promise<void>>();
  const questions = createVia(door);
  const attempt = createAttempt(hub);

  const keep = (request: Message & { readonly id: Id }, via: RewriteVia): void => {
    requests.set(request.id, { request, via });
    const [oldest] = requests.keys();
    if (requests.size > MOST_REQUESTS && oldest !== undefined) requests.delete(oldest);
  };

  const pass = (id: Id, made: unknown, go: (message: unknown) => void): void => {
    if (made instanceof Answered) {
      requests.delete(id);
      door.answer({ jsonrpc: '2.0', id, result: made.result });
    } else go(made);
  };

  const hold = (id: Id, message: unknown, made: Promise<unknown>, go: (message: unknown) => void): void => {
    const later = made
      .catch(() => message)
      .then((ready) => {
        held.delete(id);
        pass(id, ready, go);
      })
      .catch(() => undefined);
    held.set(id, later);
  };

  return {
    inbound(message, extra, go) {
      const told = objectOf(message);
      if (!isRequest(told)) {
        const cancels = told?.method === CANCELLED ? objectOf(told.params)?.requestId : undefined;
        const passOn = (): void => {
          go(message);
          // To a request that was cancelled nobody takes an answer.
          if (isId(cancels)) requests.delete(cancels);
        };
        const waits = isId(cancels) ? held.get(cancels) : undefined;
        if (waits === undefined) passOn();
        else void waits.then(passOn).catch(() => undefined);
        return;
      }
      const via = questions.viaOf(told, extra);
      vias.set(told, via);
      keep(told, via);
      const made = attempt(() => rewriter.toServer(told, via), message);
      if (made instanceof Promise) hold(told.id, message, made, go);
      else pass(told.id, made, go);
    },
    outbound(message, within) {
      const told = objectOf(message);
      const asItIs = { given: message, own: message };
      if (told === null || !isId(told.id)) return asItIs;
      if (isRequest(told)) return attempt(() => passAsking(rewriter, told, within), asItIs);
      if (questions.answered(told)) return null;
      const open = requests.get(told.id);
      if (open === undefined) return asItIs;
      requests.delete(told.id);
      const given = attempt(() => rewriter.toClient(message, open.request, open.via), message);
      return { given, own: message };
    },
    sessionOf(message) {
      const via = objectOf(message) === null ? undefined : vias.get(message as object);
      return via === undefined ? null : attempt(() => rewriter.sessionOf(message, via), null);
    },
    closed() {
      requests.clear();
      questions.closed();
    },
  };
}
