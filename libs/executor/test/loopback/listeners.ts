import { readdir, readFile, readlink } from 'node:fs/promises';

const numbers = async (): Promise<number[]> =>
  (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);

const parentOf = async (pid: number): Promise<number | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name before the last parenthesis may hold anything.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** The process and all that it started, at any depth. */
async function below(pid: number): Promise<number[]> {
  const parents = await Promise.all(
    (await numbers()).map(async (one) => [one, await parentOf(one)] as const),
  );
  const found = [pid];
  for (const parent of found)
    found.push(...parents.filter(([, of]) => of === parent).map(([child]) => child));
  return found;
}

async function socketsOf(pid: number): Promise<string[]> {
  const directory = `/proc/${pid}/fd`;
  const names = await readdir(directory).catch(() => []);
  const links = await Promise.all(names.map((name) => readlink(`${directory}/${name}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

/** `0100007F:115C` as `127.0.0.1:4444`; an address of version 6 stays as it is. */
function readable(local: string): string {
  const [address = '', port = ''] = local.split(':');
  const shown = address.length === 8 ? [...Buffer.from(address, 'hex')].reverse().join('.') : address;
  return `${shown}:${Number.parseInt(port, 16)}`;
}

const LISTENS = '0A';

async function listening(table: string): Promise<Map<string, string>> {
  const lines = (await readFile(`/proc/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1);
  const rows = lines.map((line) => line.trim().split(/\s+/)).filter(([, , , state]) => state === LISTENS);
  return new Map(rows.map(([, local = '', , , , , , , , inode = '']) => [inode, readable(local)]));
}

/** Where a process and all that it started listen, as `address:port`, sorted. */
export async function listenersBelow(pid: number): Promise<string[]> {
  const sockets = (await Promise.all((await below(pid)).map(socketsOf))).flat();
  const tables = await Promise.all(['tcp', 'tcp6'].map(listening));
  const all = tables.flatMap((table) => sockets.flatMap((inode) => table.get(inode) ?? []));
  return [...new Set(all)].sort();
}

/** What listens below this process when `use` asks, without what did before. */
export async function withListeners(use: (now: () => Promise<string[]>) => Promise<void>): Promise<void> {
  const before = new Set(await listenersBelow(process.pid));
  await use(async () => (await listenersBelow(process.pid)).filter((one) => !before.has(one)));
}
