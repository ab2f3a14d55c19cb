import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PassthroughOptions, runPassthrough } from '../../src/passthrough/run-passthrough.ts';
import { withDirectory } from '../directory.ts';
import { type FakeService, startFakeService } from '../fake-service.ts';
import { notesServers } from '../fronts/support/notes-http.ts';
import { withListener } from '../fronts/support/listen.ts';
import { profile, reportOf } from '../profiled-run.ts';
import { until } from '../run.ts';
import { sources } from '../sources.ts';

export const standIn = fileURLToPath(new URL('./stand-in.mjs', import.meta.url));
const host = fileURLToPath(new URL('./host.ts', import.meta.url));
const notes = fileURLToPath(new URL('../fronts/support/notes-server.mjs', import.meta.url));

/** What the stand-in saw. */
export interface Seen {
  readonly file: string | null;
  readonly text: string | null;
  readonly mode: number | null;
  /** Names of tools by server, or why there are none. */
  readonly used: Readonly<Record<string, readonly string[] | string>>;
  readonly argv: readonly string[];
  readonly leaked: string | null;
}

interface Asked {
  readonly profile?: object;
  readonly env?: Readonly<Record<string, string>>;
}

type Untold = Omit<PassthroughOptions, 'onTrouble' | 'onDetail'>;

/** A project, a home and a service for passthroughs of the stand-in. */
export interface Scene {
  readonly project: string;
  readonly home: string;
  readonly state: string;
  readonly hub: string;
  readonly service: FakeService;
  readonly troubles: readonly string[];
  readonly servers: readonly object[];
  readonly options: (cli: string, asked?: Asked, words?: readonly string[]) => Untold;
  /** Runs to the end, and answers with the exit code and what the stand-in saw. */
  readonly run: (
    cli: string,
    asked?: Asked,
  ) => Promise<{ code: number; seen: Seen | null; rows: readonly unknown[] }>;
  /** Starts one in a process of its own, and answers when the stand-in has seen its servers. */
  readonly hold: (cli: string, asked?: Asked) => Promise<Held>;
  /** Everything below the state's directory for passthroughs but directories. */
  readonly left: () => Promise<readonly string[]>;
}

export interface Held {
  readonly child: ChildProcess;
  readonly seen: Seen;
  /** Lets the stand-in end. */
  go(): Promise<void>;
  kill(): Promise<void>;
}

const readSeen = async (out: string): Promise<Seen | null> =>
  JSON.parse(await readFile(out, 'utf8').catch(() => 'null')) as Seen | null;

export async function withScene(use: (scene: Scene) => Promise<void>): Promise<void> {
  const web = notesServers['second SDK, with sessions']?.();
  if (web === undefined) throw new Error('there is no such server');
  const service = await startFakeService();
  try {
    await withListener(web.listener, (origin) =>
      withDirectory((directory) =>
        withHosts((hosts) => use(sceneIn(directory, `${origin}${web.path}`, service, hosts))),
      ),
    );
  } finally {
    await service.close();
  }
}

/** Ends what was started meanwhile with all that it started, also where a test failed before it was to end. */
async function withHosts(use: (hosts: ChildProcess[]) => Promise<void>): Promise<void> {
  const hosts: ChildProcess[] = [];
  try {
    await use(hosts);
  } finally {
    await Promise.all(hosts.map(endGroup));
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing of it runs any more.
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function holdStandIn(options: Untold, out: string, hosts: ChildProcess[]): Promise<Held> {
  const child = spawn(process.execPath, [...sources, host, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  hosts.push(child);
  const closed = once(child, 'close');
  const seen = await until('the stand-in', async () => (await readSeen(out)) ?? undefined);
  return {
    child,
    seen,
    async go() {
      await writeFile(`${out}.go`, '');
      await closed;
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
      await writeFile(`${out}.go`, '');
    },
  };
}

const serversOf = (hub: string): readonly object[] => [
  { name: 'notes', type: 'stdio', command: process.execPath, args: [notes, '2'], observed: true },
  { name: 'hub', type: 'http', url: hub, headers: { 'X-Key': 'a-made-up-secret' } },
];

const environmentOf = (home: string): Readonly<Record<string, string | undefined>> => ({
  PATH: process.env.PATH,
  HOME: home,
  CODEX_HOME: join(home, '.codex'),
  WITNESS_API_KEY: 'wk_x',
});

function sceneIn(directory: string, hub: string, service: FakeService, hosts: ChildProcess[]): Scene {
  const [project, home, state] = ['project', 'home', 'state'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const troubles: string[] = [];
  let runs = 0;
  const servers = serversOf(hub);
  const options: Scene['options'] = (
    cli,
    { profile: document = { servers }, env = {} } = {},
    words = [],
  ) => ({
    cli,
    command: [process.execPath, standIn, cli, ...words],
    directory: project,
    session: null,
    task: null,
    profile: profile(document),
    environment: { ...environmentOf(home), ...env },
    service: { url: service.url, apiKey: null },
    spoolDirectory: join(state, 'spool'),
    stateDirectory: state,
  });
  const prepare = async (): Promise<string> => {
    await mkdir(project, { recursive: true });
    await mkdir(home, { recursive: true });
    return join(directory, `seen-${++runs}.json`);
  };
  return {
    project,
    home,
    state,
    hub,
    service,
    troubles,
    servers,
    options,
    async run(cli, asked) {
      const out = await prepare();
      const before = new Set(service.events);
      const tell = { onTrouble: (line: string) => void troubles.push(line), onDetail: () => undefined };
      const code = await runPassthrough({ ...options(cli, asked, [out]), ...tell });
      const own = service.events.filter((event) => !before.has(event));
      const rows = reportOf(own).servers.map((row) => [
        row.name,
        row.status,
        row.evidence,
        row.channel,
        row.reason_code,
      ]);
      return { code, seen: await readSeen(out), rows };
    },
    hold: async (cli, asked) => {
      const out = await prepare();
      return holdStandIn(options(cli, asked, [out, 'hold']), out, hosts);
    },
    async left() {
      const names = await readdir(join(state, 'passthrough'), { recursive: true, withFileTypes: true }).catch(
        () => [],
      );
      return names.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    },
  };
}
