import { codeWords } from '@mcp-witness/explorer';
import { reasonPhrase, type RecordedEvidence } from '@mcp-witness/evidence';
import { byteWords, counted, durationWords } from '../words.ts';

/** Why, in words; the code itself where it is none of ours. */
const reason = (code: string): string => reasonPhrase(code) ?? codeWords(code);

const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ');

/** What an event says beside its type and server; empty where those say it all, or it is not known here. */
export const eventDetail = (event: RecordedEvidence): string => {
  switch (event.type) {
    case 'attempt-started':
      return joined(event.data.entry, event.data.agent_id);
    case 'server-resolved':
      return joined(event.data.transport, event.data.target);
    case 'server-filtered':
    case 'server-unavailable':
    case 'protocol-refused':
      return reason(event.data.reason_code);
    case 'server-delivered':
      return joined(event.data.transport, `by ${codeWords(event.data.channel)}`);
    case 'protocol-accepted':
      return joined(`MCP ${event.data.protocol_version}`, event.data.client?.name);
    case 'tools-listed':
      return joined(counted(event.data.tool_count, 'tool'), event.data.complete ? null : 'not all pages');
    case 'tool-called':
      return joined(
        event.data.tool_name,
        codeWords(event.data.outcome),
        durationWords(event.data.duration_ms),
        byteWords(event.data.result_bytes),
      );
    case 'attachment-failed':
      return event.data.summary === '' ? reason(event.data.reason_code) : event.data.summary;
    case 'connection-closed':
      return reason(event.data.reason_code);
    case 'endpoint-tested':
      return event.data.succeeded ? 'the test succeeded' : reason(event.data.reason_code ?? 'test_failed');
    case 'execution-ended':
      return reason(event.data.reason_code);
    case 'evidence-lost':
      return joined(counted(event.data.count, 'event'), reason(event.data.reason_code));
    default:
      return '';
  }
};

/** "tool-called" reads "Tool called". */
export const eventName = (type: string): string => {
  const words = type.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The server that an event is about; null where it is about the attempt. */
export const serverOf = ({ data }: Pick<RecordedEvidence, 'data'>): string | null =>
  'server_name' in data ? (data.server_name ?? null) : null;
