/** WHATWG URL, the same in browsers and in Node; declared here because this package knows neither's types. */
declare const URL: new (text: string) => {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
};

/** Shown in place of a URL that cannot be reduced without a doubt. */
export const INVALID_ENDPOINT = '<invalid endpoint>';

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:']);

/** The longest name that DNS carries, with room for an IPv6 literal's brackets. */
const HOST_LIMIT = 255;

/** Parsers disagree on these, and WHATWG drops some of them in silence: who sees the URL cannot tell its host. */
const DOUBTFUL = /[\\\s\p{Cc}]/u;

/** Scheme, slashes, authority, and the rest: an `@` there is a password that held a slash, or made to look like one. */
const PARTS = /^[a-z][a-z0-9+.-]*:\/*[^/?#]*(.*)$/i;

function parse(text: string): InstanceType<typeof URL> | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * A network target without anything that could be secret: `scheme://host[:port]` in lower case, the default port left out;
 * http, https, ws and wss only. Userinfo ends at the last `@` of the authority. Anything else is `<invalid endpoint>`.
 */
export function sanitizeTarget(url: string): string {
  const rest = DOUBTFUL.test(url) ? undefined : PARTS.exec(url)?.[1];
  if (rest === undefined || rest.includes('@')) return INVALID_ENDPOINT;
  const parsed = parse(url);
  if (parsed === null || !SCHEMES.has(parsed.protocol)) return INVALID_ENDPOINT;
  if (parsed.hostname === '' || parsed.hostname.length > HOST_LIMIT) return INVALID_ENDPOINT;
  return `${parsed.protocol}//${parsed.hostname}${parsed.port === '' ? '' : `:${parsed.port}`}`;
}
