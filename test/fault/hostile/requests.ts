import fc from 'fast-check';
import { type Resolve, type Schema, valueOf } from './from-schema.ts';
import { canary, headerText, hostileText, rawBody } from './values.ts';

/** One request, as it goes over the wire. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Only this part of the body is sent, and then the connection ends. */
  readonly cutAt: number | null;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const printable = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** One segment or value of a URL: well encoded, badly encoded, or cut off. */
const encoded: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: hostileText.map(printable) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('%', '%zz', '%c3%28', '%00', '%2f..%2f', '%ed%a0%80', ';', '..')
      .map((bad) => `${canary}${bad}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('session-1', 'default', '0', '-1', '200', '18446744073709551616') },
);

const queryOf = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.oneof(names.length > 0 ? fc.constantFrom(...names) : encoded, encoded), encoded), {
      maxLength: 4,
    })
    .map((pairs) =>
      pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
    );

const pathOf = (template: string, query: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const segments = template
    .split('/')
    .map((segment) => (segment.startsWith('{') ? encoded : fc.constant(segment)));
  return fc.tuple(fc.tuple(...segments), query).map(([parts, after]) => `${parts.join('/')}${after}`);
};

const headers = (credential: string): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    {
      authorization: fc.oneof(
        { weight: 12, arbitrary: fc.constant(`Bearer ${credential}`) },
        { weight: 1, arbitrary: headerText.map((text) => `Bearer ${text}`) },
        { weight: 1, arbitrary: headerText },
      ),
      'content-type': fc.oneof(
        { weight: 8, arbitrary: fc.constant('application/json') },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            'application/x-ndjson',
            'text/plain',
            'application/json; charset=utf-16',
            ';;',
          ),
        },
        { weight: 1, arbitrary: headerText },
      ),
      accept: fc.oneof(fc.constantFrom('*/*', 'application/json', 'q=;', 'text/html'), headerText),
      cookie: fc.oneof(
        headerText,
        headerText.map((text) => `witness_login=${text}; witness_session=${text}`),
      ),
      origin: headerText,
      host: fc.constant('127.0.0.1'),
      'if-none-match': headerText,
      'last-event-id': headerText,
      'x-forwarded-for': headerText,
      'accept-encoding': headerText,
    },
    { requiredKeys: ['authorization', 'content-type', 'host'] },
  );

const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

const bodyOf = (operation: Operation, resolve: Resolve): fc.Arbitrary<string | null> => {
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  if (schema === undefined)
    return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: rawBody });
  return fc.oneof(
    { weight: 4, arbitrary: valueOf(schema, resolve).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: rawBody },
  );
};

/** What the document does not describe: where a browser comes back to that signs in. */
const undescribed: Readonly<Record<string, Operation>> = {
  'GET /auth/callback': {
    parameters: ['code', 'state', 'iss', 'error'].map((name) => ({ name, in: 'query' })),
  },
};

const templateOf = (path: string): string => path.replace(/:([a-z_]+)/g, '{$1}');

/**
 * By route, such as `GET /v1/sessions/:session_id`, requests as nobody should make them: wrong types, hostile text, bad
 * encodings, headers, methods, cut bodies. What a route takes is read from the document.
 */
export const requestsOf = (
  document: OpenApi,
  routes: readonly string[],
  credential: string,
): Readonly<Record<string, fc.Arbitrary<HostileRequest>>> => {
  const resolve: Resolve = (reference) =>
    document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
  const one = (route: string): fc.Arbitrary<HostileRequest> => {
    const [method = '', path = ''] = route.split(' ');
    const template = templateOf(path);
    const operation = document.paths[template]?.[method.toLowerCase()] ?? undescribed[route] ?? {};
    const names = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);
    return fc.record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
      ),
      path: pathOf(template, queryOf(names)),
      headers: headers(credential),
      body: bodyOf(operation, resolve),
      cutAt: fc.option(fc.nat({ max: 200 }), { freq: 20 }),
    });
  };
  return Object.fromEntries(routes.map((route) => [route, one(route)]));
};
