import { createInterface } from 'node:readline';
import type { AgentProcess } from '../relay/agent-process.ts';
import { type Fields, isObject } from '../json/object.ts';

export type FrameListener = (direction: 'sent' | 'received', line: string) => void;

export type Answer =
  | { readonly kind: 'ok'; readonly result: Fields; readonly at: number }
  | { readonly kind: 'refused'; readonly code: number | null; readonly at: number }
  /** The time passed, or the agent ended. */
  | { readonly kind: 'none'; readonly why: 'timeout' | 'ended' };

export interface AcpClient {
  request(method: string, params: object, timeoutMs: number): Promise<Answer>;
}

const methodNotFound = { error: { code: -32601, message: 'This client has no such method.' } };

/** Permission is given once where that is offered; nothing else is, since this client said that it can do nothing else. */
function answerTo(method: string, params: unknown): object {
  if (method !== 'session/request_permission' || !isObject(params)) return methodNotFound;
  const options = Array.isArray(params.options) ? (params.options as unknown[]).filter(isObject) : [];
  const allowed =
    options.find(({ kind }) => kind === 'allow_once') ?? options.find(({ kind }) => kind === 'allow_always');
  const outcome =
    allowed === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: allowed.optionId };
  return { result: { outcome } };
}

function parse(line: string): Fields | null {
  try {
    const message: unknown = JSON.parse(line);
    return isObject(message) ? message : null;
  } catch {
    return null;
  }
}

/** Speaks ACP with an agent over its stdin and stdout. Requests of the agent are answered, notifications never. */
export function createAcpClient(agent: AgentProcess, onFrame: FrameListener): AcpClient {
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  const send = (message: object): void => {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message });
    onFrame('sent', line);
    agent.stdin.write(`${line}\n`);
  };
  const take = (message: Fields): void => {
    const { id, method, params, result, error } = message;
    if (typeof method === 'string') {
      if (id !== undefined && id !== null) send({ id, ...answerTo(method, params) });
      return;
    }
    if (typeof id !== 'number') return;
    const code = isObject(error) && typeof error.code === 'number' ? error.code : null;
    const at = Date.now();
    waiting.get(id)?.(
      error === undefined
        ? { kind: 'ok', result: isObject(result) ? result : {}, at }
        : { kind: 'refused', code, at },
    );
  };
  createInterface({ input: agent.stdout }).on('line', (line) => {
    onFrame('received', line);
    const message = parse(line);
    if (message !== null) take(message);
  });
  let over = false;
  void agent.exit.then(() => {
    over = true;
    for (const settle of waiting.values()) settle({ kind: 'none', why: 'ended' });
  });
  return {
    request: (method, params, timeoutMs) =>
      new Promise((resolve) => {
        if (over) {
          resolve({ kind: 'none', why: 'ended' });
          return;
        }
        const id = ++lastId;
        const timer = setTimeout(() => {
          settle({ kind: 'none', why: 'timeout' });
        }, timeoutMs);
        const settle = (answer: Answer): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(answer);
        };
        waiting.set(id, settle);
        send({ id, method, params });
      }),
  };
}
