import type { AgentTakes } from '../resolution/policy.ts';
import { isObject } from '../json/object.ts';
import { parseObject, requestId, type RequestId } from './client-request.ts';

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

/** What the answer to `initialize` says of the MCP servers that the agent takes. */
export function readAgentTakes(result: Readonly<Record<string, unknown>>): AgentTakes {
  const { agentCapabilities: capabilities, protocolVersion: version } = result;
  const mcp = isObject(capabilities) ? capabilities.mcpCapabilities : null;
  const said = isObject(mcp) ? mcp : {};
  return {
    stdio: said.stdio !== false,
    http: said.http === true,
    sse: said.sse === true,
    otherVersion: typeof version === 'number' && version !== 1,
  };
}

/** The name that the agent gave for itself. */
export function agentName(result: Readonly<Record<string, unknown>>): string | null {
  const info = result.agentInfo;
  const name = isObject(info) ? info.name : null;
  return typeof name === 'string' ? name : null;
}
