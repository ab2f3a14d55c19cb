import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Answers what an agent may ask of its client: permission is given, files are empty. */
const answerRequest = ({ method, params }) => {
  if (method === 'session/request_permission') {
    const options = params.options ?? [];
    const allowed =
      options.find((option) => option.kind === 'allow_once') ??
      options.find((option) => /allow/.test(option.kind));
    return { result: { outcome: { outcome: 'selected', optionId: (allowed ?? options[0]).optionId } } };
  }
  if (method === 'fs/read_text_file') return { result: { content: '' } };
  return { error: { code: -32601, message: 'Method not found' } };
};

/**
 * A small ACP client over stdio, standing for the editor or platform.
 * @param {{ command: string[], cwd: string, env: Record<string, string>, onStderr?: (text: string) => void }} options
 */
export const startAcpClient = ({ command, cwd, env, onStderr = () => {} }) => {
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const pending = new Map();
  let lastId = 0;
  let stderr = '';

  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  void exited.then(() => {
    for (const { reject, method } of pending.values())
      reject(new Error(`The agent ended before it answered ${method}.\n${stderr}`));
    pending.clear();
  });

  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-4000);
    onStderr(text);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method !== undefined) {
      if (message.id !== undefined) send({ id: message.id, ...answerRequest(message) });
      return;
    }
    pending.get(message.id)?.resolve(message);
    pending.delete(message.id);
  });

  return {
    /** The whole answer, `{result}` or `{error}`; rejects when the agent ends or `timeoutMs` passes first. */
    request: (method, params, timeoutMs = 90_000) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const timer = setTimeout(
          () => reject(new Error(`No answer to ${method} in ${timeoutMs} ms.\n${stderr}`)),
          timeoutMs,
        );
        const settle = (done) => (value) => {
          clearTimeout(timer);
          done(value);
        };
        pending.set(id, { method, resolve: settle(resolve), reject: settle(reject) });
        send({ id, method, params });
      }),
    /** Ends the agent as an editor does: closes its input, then asks, then insists. */
    close: async () => {
      child.stdin.end();
      const insist = [
        setTimeout(() => child.kill('SIGTERM'), 2000),
        setTimeout(() => child.kill('SIGKILL'), 20_000),
      ];
      const result = await exited;
      for (const timer of insist) clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      return result;
    },
  };
};
