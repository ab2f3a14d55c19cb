import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface MeasuredService {
  readonly url: string;
  /** Every route of its server, such as `GET /v1/sessions/:session_id`. */
  readonly routes: readonly string[];
  /** What it holds after a collection. */
  readonly memory: () => Promise<NodeJS.MemoryUsage>;
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const withMeasuredService = async <Result>(
  environment: Readonly<Record<string, string>>,
  use: (service: MeasuredService) => Promise<Result>,
): Promise<Result> => {
  const child = fork(at('measured-service.ts'), {
    execArgv: [
      '--expose-gc',
      '--conditions=@mcp-witness/source',
      '--import',
      at('../../support/typescript.mjs'),
    ],
    env: { PATH: process.env.PATH, WITNESS_PORT: '0', WITNESS_LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const told = async <Message>(): Promise<Message> => {
    const first = await Promise.race([once(child, 'message'), ended.then(() => null)]);
    if (first === null) throw new Error('The service ended before the test did.');
    return first[0] as Message;
  };
  try {
    const started = await told<Pick<MeasuredService, 'url' | 'routes'>>();
    return await use({
      ...started,
      memory: () => {
        const answer = told<NodeJS.MemoryUsage>();
        child.send('memory');
        return answer;
      },
    });
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
};
