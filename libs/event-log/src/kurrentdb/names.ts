import { createHash } from 'node:crypto';

/** Above this a name is cut, so that an index entry or a URL of the server's own pages never gets out of hand. */
const longest = 400;
const keptOfLong = 64;

/**
 * The name of one stream at the server. Only letters, digits, `_`, `-`, `%` and the dots between its parts are in it:
 * a name that begins with `$` would be a system stream there. Names that are too long end in their digest. What a
 * stream is really called stands in the metadata of its events.
 */
export function streamNameOf(prefix: string, tenantId: string, stream: string): string {
  const name = `${encoded(tenantId)}.${encoded(stream)}`;
  if (name.length <= longest) return prefix + name;
  const digest = createHash('sha256').update(`${tenantId}\0${stream}`).digest('hex');
  // A dot more than any short name has, so that no short one is equal.
  return `${prefix}${name.slice(0, keptOfLong).replaceAll('.', '_')}.long.${digest}`;
}

/** The type of an event at the server: `$>` and others that begin so mean something there. */
export const typeNameOf = (type: string): string => encoded(type);

/** The type that {@link typeNameOf} was given. */
export const typeOf = (typeName: string): string => decodeURIComponent(typeName);

const unsafe = /[.!~*'()]/g;

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(unsafe, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
