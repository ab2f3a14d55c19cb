import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What a call needs besides its name. */
export interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A service as its OpenAPI document describes it: operations by their ids, every answer held to its schema. */
export interface Api {
  call(operationId: string, call?: Call): Promise<Answered>;
  /** The answer as it comes, for forms that are no JSON; its status and content type are ones of the document. */
  open(operationId: string, call?: Call): Promise<Response>;
  /** Throws unless the value is what the component schema of that name says. */
  check(schema: string, value: unknown): void;
}

interface Content {
  readonly content?: Readonly<Record<string, object>>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Found {
  readonly template: string;
  readonly method: string;
  readonly operation: Operation;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const inPointer = (segment: string): string =>
  encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));

const kindOf = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0] ?? '';

export const readApi = async (url: string): Promise<Api> => {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', ...document });
  const validators = new Map<string, ValidateFunction>();
  const hold = (pointer: string, value: unknown): void => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` });
    validators.set(pointer, validate);
    if (!validate(value))
      throw new Error(`${pointer}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
  };
  const all = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]): Found => ({ template, method, operation })),
  );
  const find = (operationId: string): Found => {
    const found = all.find(({ operation }) => operation.operationId === operationId);
    if (found === undefined) throw new Error(`The document has no ${operationId}.`);
    return found;
  };
  const ask = async ({ template, method, operation }: Found, call: Call): Promise<Response> => {
    const { path = {}, query = {}, headers = {}, body } = call;
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const search = new URLSearchParams(query).toString();
    const sent =
      body === undefined
        ? { headers }
        : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    const response = await fetch(`${url}${filled}${search === '' ? '' : `?${search}`}`, {
      method: method.toUpperCase(),
      ...sent,
    });
    const described = operation.responses[response.status];
    if (described === undefined)
      throw new Error(`${operation.operationId} answers ${response.status}, which it does not say.`);
    const kinds = Object.keys(described.content ?? {});
    if (kinds.length > 0 && !kinds.includes(kindOf(response)))
      throw new Error(`${operation.operationId} answers ${kindOf(response)}, which it does not say.`);
    return response;
  };
  return {
    check: (schema, value) => {
      hold(`components/schemas/${schema}`, value);
    },
    open: (operationId, call = {}) => ask(find(operationId), call),
    call: async (operationId, call = {}) => {
      const found = find(operationId);
      const place = `paths/${inPointer(found.template)}/${found.method}`;
      const kind = Object.keys(found.operation.requestBody?.content ?? {})[0];
      if (call.body !== undefined && kind !== undefined)
        hold(`${place}/requestBody/content/${inPointer(kind)}/schema`, call.body);
      const response = await ask(found, call);
      const text = await response.text();
      const body: unknown = text === '' ? null : JSON.parse(text);
      if (text !== '')
        hold(`${place}/responses/${response.status}/content/${inPointer(kindOf(response))}/schema`, body);
      return { status: response.status, headers: response.headers, body };
    },
  };
};
