import type { ObservedEvent } from '../../pipeline/event.ts';
import { type Value } from './attributes.ts';

type Values = Record<string, Value | null>;

const MCP_TOOL_ERROR = 'tool_error';

/** The error of an event by the conventions: the JSON-RPC code where there is one. Null for none. */
export function errorTypeOf({ outcome, rpc_code, error_code }: ObservedEvent): string | null {
  if (outcome === null || outcome === 'ok' || outcome === 'unread') return null;
  if (outcome === 'tool_error') return MCP_TOOL_ERROR;
  return rpc_code === null ? (error_code ?? outcome) : String(rpc_code);
}

const transports: Readonly<Record<ObservedEvent['transport'], string | null>> = {
  stdio: 'pipe',
  http: 'tcp',
  sse: 'tcp',
  memory: null,
  unknown: null,
};

const isTool = ({ kind }: ObservedEvent): boolean => kind === 'call' || kind === 'missing_tool';

/** Attributes of few values, which spans and metrics have in common: the semantic conventions for MCP. */
export function commonValues(event: ObservedEvent): Values {
  return {
    'mcp.method.name': event.method ?? '_OTHER',
    'error.type': errorTypeOf(event),
    'gen_ai.tool.name': isTool(event) ? event.name : null,
    'gen_ai.prompt.name': event.kind === 'prompt' ? event.name : null,
    'gen_ai.operation.name': isTool(event) ? 'execute_tool' : null,
    'rpc.response.status_code': event.rpc_code === null ? null : String(event.rpc_code),
    'mcp.protocol.version': event.protocol_version,
    'network.transport': transports[event.transport],
    'network.protocol.name': event.transport === 'http' || event.transport === 'sse' ? 'http' : null,
  };
}

/** What ties an event to a session; a token's attempt is one. */
export function sessionOf({ correlation }: ObservedEvent): string | null {
  switch (correlation.rung) {
    case 'none':
      return null;
    case 'attempt_token':
      return correlation.attachment_attempt_id;
    case 'handle':
      return correlation.session_id;
    case 'transport_session':
    case 'process':
    case 'traceparent':
    case 'resolved':
      return correlation.value;
  }
}
