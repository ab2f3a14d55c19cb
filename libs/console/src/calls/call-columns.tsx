import { codeWords } from '@mcp-witness/explorer';
import type { ToolCall } from '@mcp-witness/client';
import type { ReactNode } from 'react';
import type { Column } from '../parts/table.tsx';
import { Time } from '@mcp-witness/explorer/react';
import { byteWords, counted, durationWords } from '../words.ts';

const failed: ReadonlySet<string> = new Set(['tool_error', 'protocol_error', 'unanswered']);

const Outcome = ({ call }: { readonly call: ToolCall }): ReactNode => (
  <span className={failed.has(call.outcome) ? 'fault' : undefined}>
    {call.outcome === 'ok' ? 'ok' : codeWords(call.outcome)}
    {call.error_code === null ? null : ` · ${codeWords(call.error_code)}`}
  </span>
);

export const callColumns: readonly Column<ToolCall>[] = [
  {
    heading: 'Tool',
    cell: ({ tool_name: tool }) =>
      tool === null ? <span className="hint">not named</span> : <code>{tool}</code>,
  },
  { heading: 'Server', cell: ({ server_name: server }) => server },
  { heading: 'Started', cell: ({ started_at: at }) => <Time instant={at} /> },
  { heading: 'Took', cell: ({ duration_ms: took }) => durationWords(took), align: 'end' },
  { heading: 'Outcome', cell: (call) => <Outcome call={call} /> },
  {
    heading: 'Result',
    cell: ({ result_bytes: bytes, round_trips: trips }) =>
      trips > 1 ? `${byteWords(bytes)} in ${counted(trips, 'round trip')}` : byteWords(bytes),
    align: 'end',
  },
];
