import { isObject } from '../json/object.ts';

/** What the service asks for. */
export interface AskedFor {
  readonly id: string;
  readonly kind: string;
  readonly deadline_ms: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export type ServiceFrame =
  | { readonly event: 'held'; readonly lease_ms: number; readonly lost: readonly unknown[] }
  | { readonly event: 'request'; readonly request: AskedFor }
  | { readonly event: 'cancel'; readonly id: string };

const mostMs = 60_000;

function readRequest({ id, kind, deadline_ms, data }: Readonly<Record<string, unknown>>): AskedFor | null {
  const isWhole = typeof id === 'string' && typeof kind === 'string' && typeof deadline_ms === 'number';
  if (!isWhole || !isObject(data)) return null;
  return { id, kind, deadline_ms: Math.min(Math.max(deadline_ms, 0), mostMs), data };
}

function readData(event: unknown, data: Readonly<Record<string, unknown>>): ServiceFrame | null {
  if (event === 'held') {
    const { lease_ms, lost } = data;
    if (typeof lease_ms !== 'number' || !Array.isArray(lost)) return null;
    return { event, lease_ms: Math.min(Math.max(lease_ms, 300), 600_000), lost };
  }
  if (event === 'request') {
    const request = readRequest(data);
    return request === null ? null : { event, request };
  }
  return event === 'cancel' && typeof data.id === 'string' ? { event, id: data.id } : null;
}

/** Null: something that is not known here, which is passed over. */
export function readServiceFrame(text: string): ServiceFrame | null {
  try {
    const frame: unknown = JSON.parse(text);
    return isObject(frame) && isObject(frame.data) ? readData(frame.event, frame.data) : null;
  } catch {
    return null;
  }
}
