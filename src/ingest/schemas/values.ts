import { type Schema } from './member.ts';

export const text = (maxLength: number): Schema => ({ type: 'string', maxLength });

export const shortText = text(1024);
export const longText = text(64 * 1024);

export const id: Schema = { type: 'string', minLength: 1, maxLength: 200, description: 'Printable.' };

export const uuid7: Schema = {
  type: 'string',
  format: 'uuid',
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
  description: 'UUIDv7.',
};

export const instant: Schema = { type: 'string', format: 'date-time', description: 'RFC 3339.' };

export const flag: Schema = { type: 'boolean' };

export const count: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

export const anyInteger: Schema = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** Lower case words: a reason, finding or error code. */
export const code: Schema = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,63}$' };

export const digest: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' };

export const serverName: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  description: 'Not blank, at most 256 bytes of UTF-8, compared byte for byte.',
};

/** A list that may grow: these are the values known today. */
export const open = (...examples: readonly string[]): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength: 64,
  examples,
  description: 'Printable; values that are not known yet are kept.',
});

export const closed = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });

export const listOf = (items: Schema, maxItems: number): Schema => ({ type: 'array', items, maxItems });
