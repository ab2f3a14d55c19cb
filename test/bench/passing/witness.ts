import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLineClient, type LineClient } from './line-client.ts';
import { programOf, startProgram } from './programs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const loader = ['--conditions=@mcp-witness/source', '--import', join(root, 'test/support/typescript.mjs')];

/** `witness run` with the peer as its agent, and a session open that has two observed servers. */
export interface Witness {
  readonly pid: number;
  /** Of the host. */
  readonly client: LineClient;
  readonly stdioEntry: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env: readonly { readonly name: string; readonly value: string }[];
  };
  readonly httpEntry: { readonly url: string };
  end(): Promise<void>;
}

/** `nodeOptions` are for the executor alone, as `--cpu-prof` is. */
export async function startWitness(
  serviceUrl: string,
  serverUrl: string,
  nodeOptions: readonly string[] = [],
): Promise<Witness> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-bench-'));
  const profile = join(directory, 'profile.json');
  const servers = [
    {
      name: 'pipe',
      type: 'stdio',
      command: process.execPath,
      args: [programOf('./peer.mjs')],
      observed: true,
    },
    { name: 'web', type: 'http', url: serverUrl, observed: true },
  ];
  await writeFile(profile, JSON.stringify({ version: 1, servers }));
  const run = [join(root, 'libs/cli/src/main.ts'), 'run', '--session', 'bench', '--profile', profile];
  const { child, end } = startProgram(
    [...nodeOptions, ...loader, ...run, '--', process.execPath, programOf('./peer.mjs')],
    { ...process.env, WITNESS_URL: serviceUrl, WITNESS_STATE_DIR: directory },
  );
  const client = createLineClient(child.stdout!, child.stdin!);
  await client.ask('initialize', { protocolVersion: 1 });
  await client.ask('session/new', { cwd: directory, mcpServers: [] });
  const { result } = JSON.parse(await client.ask('test/servers', {})) as {
    result: readonly (Witness['stdioEntry'] & Witness['httpEntry'] & { readonly name: string })[];
  };
  const [stdioEntry] = result.filter(({ name }) => name === 'pipe');
  const [httpEntry] = result.filter(({ name }) => name === 'web');
  if (stdioEntry === undefined || httpEntry === undefined)
    throw new Error('The agent was not given both servers.');
  return {
    pid: child.pid ?? 0,
    client,
    stdioEntry,
    httpEntry,
    async end() {
      await end();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
