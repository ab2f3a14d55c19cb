import {
  describeFaults,
  readSettings,
  type RunningService,
  startService,
  type StartOptions,
} from '../../src/service.ts';
import { type TestDatabase, withDatabase } from './database.ts';

/** An answer of the service, its body read as JSON where it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A running service of one test alone, on a database of its own. */
export interface TestService {
  readonly url: string;
  readonly database: TestDatabase;
  readonly service: RunningService;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  /** Text and bytes go as they are, anything else as JSON. */
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

interface Options extends StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
}

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
};

const contentOf = (body: unknown): BodyInit =>
  typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body);

/** Talks to the service at `url`. */
export const clientOf = (url: string): Pick<TestService, 'get' | 'post'> => ({
  get: async (path, headers = {}) => answerOf(await fetch(`${url}${path}`, { headers })),
  post: async (path, body, headers = {}) =>
    answerOf(
      await fetch(`${url}${path}`, {
        method: 'POST',
        body: contentOf(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    ),
});

/** Starts the service in this process, over a new database, on a free port, and stops it after the callback. */
export const withService = <T>(
  use: (service: TestService) => Promise<T>,
  options: Options = {},
): Promise<T> =>
  withDatabase(async (database) => {
    const { environment = {}, ...startOptions } = options;
    const read = readSettings({
      DATABASE_URL: database.url,
      WITNESS_PORT: '0',
      WITNESS_LOG_LEVEL: 'silent',
      ...environment,
    });
    if (!read.ok) throw new Error(describeFaults(read.faults));
    const service = await startService(read.settings, startOptions);
    try {
      return await use({ url: service.url, database, service, ...clientOf(service.url) });
    } finally {
      await service.close();
    }
  });
