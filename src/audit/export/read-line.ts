import { type ExportLine } from './lines.ts';

type Kind = 'text' | 'number' | 'text?' | 'list';

/** Members that a line of each kind must have; lists are of texts, but for the keys of a header. */
const shapes: Readonly<Record<ExportLine['kind'], Readonly<Record<string, Kind>>>> = {
  header: { format: 'text', version: 'number', tenant_id: 'text', exported_at: 'text', public_keys: 'list' },
  key: { key_id: 'text', secret: 'text' },
  event: {
    position: 'text',
    leaf: 'number',
    stream: 'text',
    stream_position: 'number',
    recorded_at: 'text',
    append_id: 'text',
    id: 'text',
    type: 'text',
    schema_version: 'number',
    key_id: 'text?',
    data: 'text?',
    meta: 'text?',
    digest: 'text',
    hash: 'text',
  },
  block: {
    number: 'number',
    first_position: 'text',
    last_position: 'text',
    events: 'number',
    own: 'number',
    root: 'text',
    previous: 'text',
    sealed_at: 'text',
    hash: 'text',
    key_id: 'text',
    signature: 'text',
    proof: 'list',
  },
  trailer: {
    events: 'number',
    erased: 'number',
    blocks: 'number',
    head: 'text?',
    lines_digest: 'text',
    key_id: 'text',
    signature: 'text',
  },
};

const fits = (value: unknown, kind: Kind): boolean => {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'text?':
      return value === null || typeof value === 'string';
    case 'number':
      return Number.isSafeInteger(value);
    case 'list':
      return Array.isArray(value);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What one line of a file says; null when it is no line of an export. Nothing is known of its truth. */
export const readLine = (text: string): ExportLine | null => {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null;
  const { kind } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(shapes, kind)) return null;
  const shape = shapes[kind as ExportLine['kind']];
  const members = value as Record<string, unknown>;
  return Object.entries(shape).every(([name, wanted]) => fits(members[name], wanted))
    ? (value as ExportLine)
    : null;
};
