import { cleanText } from '@mcp-witness/evidence';
import type { AgentLabel } from '../pipeline/event.ts';

const LABEL_BYTES = 200;

const labelOf = (text: string): string | null => {
  const label = cleanText(text.trim(), { lineBreaks: false, maxBytes: LABEL_BYTES }).text.trim();
  return label === '' ? null : label;
};

/** `parent > label`, or a label alone; null for anything else. The last `>` counts. */
export function readAgentLabel(value: unknown): AgentLabel | null {
  if (typeof value !== 'string' || value.length > 4 * LABEL_BYTES) return null;
  const at = value.lastIndexOf('>');
  const name = labelOf(value.slice(at + 1));
  if (name === null) return null;
  return { name, parent: at < 0 ? null : labelOf(value.slice(0, at)) };
}
