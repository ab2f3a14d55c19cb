export type JsonObject = Readonly<Record<string, unknown>>;
export type MessageId = string | number | null;

export interface Request {
  readonly id: MessageId;
  readonly method: string;
  readonly params: JsonObject;
}

export interface Answer {
  /** Undefined: an error that names no request. */
  readonly id: MessageId | undefined;
  readonly result?: unknown;
  readonly error?: { readonly code: number | null; readonly message: string; readonly data: unknown };
}

const nothing: JsonObject = Object.freeze({});

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : nothing);

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const isId = (value: unknown): value is MessageId =>
  value === null || typeof value === 'string' || typeof value === 'number';

/** Every message of a frame: legacy clients may send several in one array. */
export function messagesOf(frame: unknown): readonly unknown[] {
  return Array.isArray(frame) ? frame : [frame];
}

export function asRequest(message: unknown): Request | null {
  if (!isObject(message) || typeof message.method !== 'string' || !isId(message.id)) return null;
  return { id: message.id, method: message.method, params: objectOf(message.params) };
}

export function asNotification(message: unknown): { method: string; params: JsonObject } | null {
  if (!isObject(message) || typeof message.method !== 'string' || message.id !== undefined) return null;
  return { method: message.method, params: objectOf(message.params) };
}

export function asAnswer(message: unknown): Answer | null {
  if (!isObject(message) || message.method !== undefined) return null;
  const id = isId(message.id) ? message.id : undefined;
  if (isObject(message.error)) {
    const { code, message: text, data } = message.error;
    return {
      id,
      error: {
        code: typeof code === 'number' ? code : null,
        message: typeof text === 'string' ? text : '',
        data,
      },
    };
  }
  return message.result === undefined ? null : { id, result: message.result };
}
