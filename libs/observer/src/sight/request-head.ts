/** Of an HTTP request, only what is read here; other headers are content. */
export interface RequestHead {
  header(name: string): string | null;
}

type Headers = { get(name: string): unknown } | Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const hasGet = (headers: Headers): headers is { get(name: string): unknown } =>
  'get' in headers && typeof headers.get === 'function';

/** Over headers of either form, lower-case names in the one of Node. Never throws. */
export function headOf(headers: unknown): RequestHead | null {
  if (!isObject(headers)) return null;
  return {
    header(name) {
      try {
        const value = hasGet(headers) ? headers.get(name) : headers[name];
        const one: unknown = Array.isArray(value) ? value[0] : value;
        return typeof one === 'string' ? one : null;
      } catch {
        return null;
      }
    },
  };
}

/** The HTTP request that a transport passes beside a message: SDK 1.x its headers, 2.x the request. */
export function headOfExtra(extra: unknown): RequestHead | null {
  try {
    if (!isObject(extra)) return null;
    const carrier = extra.request ?? extra.requestInfo;
    return isObject(carrier) ? headOf(carrier.headers) : null;
  } catch {
    return null;
  }
}
