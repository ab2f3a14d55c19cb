import { isObject, parseObject, requestId, type RequestId } from './client-request.ts';

/** An answer of the agent to a request of the host. */
export type Answer =
  | { readonly id: RequestId; readonly ok: true; readonly result: Readonly<Record<string, unknown>> }
  | { readonly id: RequestId; readonly ok: false; readonly error: unknown };

/** Null for what is no answer: requests and notices of the agent, and lines that are no JSON. */
export function readAnswer(line: Buffer): Answer | null {
  const message = parseObject(line);
  if (message === null || 'method' in message) return null;
  const id = requestId(message.id);
  if (id === null) return null;
  const error = message.error;
  if (error !== undefined && error !== null) return { id, ok: false, error };
  const result = message.result;
  return 'result' in message ? { id, ok: true, result: isObject(result) ? result : {} } : null;
}

/** Whether the answer to `initialize` says that the agent takes MCP servers over HTTP. */
export function takesHttp(result: Readonly<Record<string, unknown>>): boolean {
  const capabilities = result.agentCapabilities;
  const mcp = isObject(capabilities) ? capabilities.mcpCapabilities : null;
  return isObject(mcp) && mcp.http === true;
}

/** The name that the agent gave for itself. */
export function agentName(result: Readonly<Record<string, unknown>>): string | null {
  const info = result.agentInfo;
  const name = isObject(info) ? info.name : null;
  return typeof name === 'string' ? name : null;
}
