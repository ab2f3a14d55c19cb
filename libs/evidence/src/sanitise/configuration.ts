import { type Needles, needlesOf } from './needles.ts';
import { argumentSecrets } from './arguments.ts';
import { stripControls } from '../text/controls.ts';

/** What of a server's configuration holds secrets. Members may be of any shape: what is no text is passed over. */
export interface ServerConfiguration {
  /** `{name: value}`, or `[{name, value}]` as ACP has them. */
  readonly headers?: unknown;
  /** As headers. */
  readonly env?: unknown;
  readonly args?: unknown;
  readonly url?: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Words that a setting has instead of a secret. */
const SETTINGS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'none', 'undefined']);

/** A name and its value; the colon of a URL is none. */
const ASSIGNMENT = /^(?:--?)?[A-Za-z_][\w.-]{0,127}\s*(?:=|:(?!\/\/))\s*([^]+)$/;
const SCHEME = /^(?:basic|bearer|digest|token|apikey|api-key|negotiate|oauth|key)\s+([^]+)$/i;
const URL_START = /[a-z][a-z0-9+.-]{0,31}:\/\//i;
const URL_PARTS = /^[a-z][a-z0-9+.-]*:(?:\/\/)?([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/i;
/** `--header=Authorization: Bearer …` is three names deep. */
const NESTING_LIMIT = 3;
const BASE64_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const bothWays = (text: string): string[] => [text, unescape(text), unescape(text.replaceAll('+', ' '))];

/** User and password, together and apart. */
function credentials(pair: string): string[] {
  const colon = pair.indexOf(':');
  const parts = colon === -1 ? [pair] : [pair, pair.slice(0, colon), pair.slice(colon + 1)];
  return parts.flatMap(bothWays);
}

function queryValues(query: string): string[] {
  return query.split(/[&;]/).flatMap((pair) => {
    const value = pair.includes('=') ? pair.slice(pair.indexOf('=') + 1) : pair;
    return bothWays(value);
  });
}

/** Userinfo, path and query parts and fragment of a URL; its scheme and host may be shown. */
function urlSecrets(text: string): string[] {
  const [, authority = '', path = '', query = '', fragment = ''] = URL_PARTS.exec(text) ?? [];
  const user = authority.includes('@') ? authority.slice(0, authority.lastIndexOf('@')) : '';
  const [, late = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^]*)@/i.exec(text) ?? [];
  return [
    ...credentials(user),
    ...credentials(late),
    ...path.split('/').flatMap(bothWays),
    ...queryValues(query),
    ...bothWays(fragment),
    ...queryValues(fragment),
  ];
}

function decodeBase64(text: string): string {
  let bits = 0;
  let held = 0;
  let out = '';
  for (const letter of text.replace(/=+$/, '')) {
    const value = BASE64_LETTERS.indexOf(letter);
    if (value === -1) return '';
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out += `%${((bits >> held) & 0xff).toString(16).padStart(2, '0')}`;
  }
  return unescape(out);
}

/** The parts of the first URL in a value. */
function urlsWithin(value: string): string[] {
  return value.includes('://') ? urlSecrets(value.slice(Math.max(value.search(URL_START), 0))) : [];
}

function linesOf(value: string): string[] {
  if (!value.includes('\n')) return [];
  return value.split('\n').flatMap((line) => (line.startsWith('-----') ? [] : [line.trim()]));
}

/** A value, and what it holds: the credential after a scheme or an assignment, the parts of a URL, the lines of a key file. */
function valueSecrets(value: string, depth = 0): string[] {
  const scheme = SCHEME.exec(value)?.[1]?.trim() ?? '';
  const assigned = ASSIGNMENT.exec(value)?.[1]?.trim() ?? '';
  return [
    value,
    value.trim(),
    ...(scheme === '' ? [] : [scheme, ...credentials(decodeBase64(scheme))]),
    ...urlsWithin(value),
    ...(assigned === '' || depth === NESTING_LIMIT ? [] : valueSecrets(assigned, depth + 1)),
    ...linesOf(value),
  ];
}

function valuesOf(members: unknown): string[] {
  if (!isRecord(members)) return [];
  const values = Object.values(members).map((member) => (isRecord(member) ? member.value : member));
  return values.filter((value) => typeof value === 'string');
}

function secretsOf(configuration: ServerConfiguration): string[] {
  const args = argumentSecrets(valuesOf(configuration.args));
  const values = [...valuesOf(configuration.headers), ...valuesOf(configuration.env), ...args];
  const url = typeof configuration.url === 'string' ? urlSecrets(configuration.url) : [];
  return [...values.flatMap(valueSecrets), ...url];
}

/** As it stands, and as it stands in a text that was cleaned. */
const asWritten = (secret: string): string[] => [
  secret,
  stripControls(secret, 'keep'),
  stripControls(secret, 'space'),
  stripControls(secret, 'remove'),
];

/**
 * The known secrets of one or more servers: values of headers, environment and arguments, and userinfo, path and query
 * parts of URLs, of 4 characters or more. They are found in plain, percent-, JSON- and base64-encoded form, within one
 * another, and whatever the case of ASCII letters. Names of options made as those are (`--token`, `-v`), and `true` or
 * `none`, are no secrets.
 * `least` leaves shorter values out, for texts that consist of ordinary words.
 */
export function secretNeedles(
  configurations: ServerConfiguration | readonly ServerConfiguration[],
  { least }: { readonly least?: number } = {},
): Needles {
  const list = Array.isArray(configurations)
    ? (configurations as readonly ServerConfiguration[])
    : [configurations as ServerConfiguration];
  const secrets = list.flatMap(secretsOf).filter((secret) => !SETTINGS.has(secret.toLowerCase()));
  return needlesOf(secrets.flatMap(asWritten), least);
}
