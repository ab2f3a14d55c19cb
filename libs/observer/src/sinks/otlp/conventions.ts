import type { ObservedEvent } from '../../pipeline/event.ts';
import { attributeText, type Values } from './attributes.ts';

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

/** What spans and metrics have in common, by the semantic conventions for MCP: attributes of few values. */
export interface Common {
  readonly values: Values;
  /** The same as {@link attributeText} has them. */
  readonly text: string;
}

function valuesOf(event: ObservedEvent, error: string | null): Values {
  return {
    'mcp.method.name': event.method ?? '_OTHER',
    'error.type': error,
    'gen_ai.tool.name': isTool(event) ? event.name : null,
    'gen_ai.prompt.name': event.kind === 'prompt' ? event.name : null,
    'gen_ai.operation.name': isTool(event) ? 'execute_tool' : null,
    'rpc.response.status_code': event.rpc_code === null ? null : String(event.rpc_code),
    'mcp.protocol.version': event.protocol_version,
    'network.transport': transports[event.transport],
    'network.protocol.name': event.transport === 'http' || event.transport === 'sse' ? 'http' : null,
  };
}

const MOST_KEPT = 2_000;

/** The same object for events of the same few values. */
export function createCommons(): (event: ObservedEvent) => Common {
  const known = new Map<string, Common>();
  return (event) => {
    const error = errorTypeOf(event);
    const { kind, method, name, protocol_version, transport } = event;
    const key = `${kind}\0${method ?? ''}\0${name ?? ''}\0${protocol_version ?? ''}\0${transport}\0${error ?? ''}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const values = valuesOf(event, error);
    const text = Object.entries(values)
      .map(([name, value]) => attributeText(name, value))
      .join('');
    const common = { values, text };
    if (known.size >= MOST_KEPT) known.clear();
    known.set(key, common);
    return common;
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
