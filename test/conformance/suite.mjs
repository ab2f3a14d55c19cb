import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackage } from '../agents/harness/install.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** What a scenario checked and how that went; times and texts, which hold ports and ids, are left out. */
const checksIn = async (folder) => {
  const checks = JSON.parse(await readFile(join(folder, 'checks.json'), 'utf8'));
  return checks.map(({ id, status }) => `${id}: ${status}`).sort();
};

const resultsIn = async (directory) => {
  const results = {};
  for (const folder of (await readdir(directory)).sort()) {
    const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\dZ-]+$/, '');
    results[scenario] = await checksIn(join(directory, folder));
  }
  return results;
};

/** Runs a version of the suite against a server: scenario to its checks. Installed on first use. */
export const runSuite = async ({ version, specVersion, url }) => {
  const folder = await installPackage(
    `conformance-${version}`,
    `@modelcontextprotocol/conformance@${version}`,
  );
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const output = await mkdtemp(join(tmpdir(), 'witness-conformance-'));
  try {
    const options = ['server', '--url', url, '--suite', 'all', '--spec-version', specVersion, '-o', output];
    const suite = spawn(process.execPath, ['--import', here('node20.mjs'), program, ...options], {
      stdio: 'ignore',
    });
    await once(suite, 'exit');
    return await resultsIn(output);
  } finally {
    await rm(output, { recursive: true, force: true });
  }
};

const fromSources = ['--conditions=@mcp-witness/source', '--import', here('../support/typescript.mjs')];

/** A server with every fixture for the length of `use`. Gives what was seen of it where it is observed. */
export const withEverythingServer = async (use, { observed = false } = {}) => {
  const program = here('everything-server.mjs');
  const args = observed ? [...fromSources, program, 'observed'] : [program];
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  try {
    const [line] = await once(server.stdout, 'data');
    await use(`http://127.0.0.1:${Number(String(line))}/mcp`);
    const told = observed ? once(server.stdout, 'data') : Promise.resolve(['[]']);
    server.kill();
    return JSON.parse(String((await told)[0]));
  } finally {
    server.kill();
    await exited;
  }
};

/** What a client gets that starts an observed server of the npm package `fastmcp` over stdio, and where that tells what it saw. */
export const fastMcpStdio = async (version, file) => {
  const folder = await installPackage(`fastmcp-${version}`, `fastmcp@${version}`);
  return { command: process.execPath, args: [...fromSources, here('fastmcp-server.mjs'), folder, file] };
};

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

/** An observed server of the npm package `fastmcp` for the length of `use`; gives all that was seen by then. Installed on first use. */
export const withFastMcp = async (version, use) => {
  const folder = await installPackage(`fastmcp-${version}`, `fastmcp@${version}`);
  const port = await freePort();
  const args = [...fromSources, here('fastmcp-server.mjs'), folder, String(port)];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(server, 'exit');
  const seen = [];
  try {
    await once(server, 'message');
    server.on('message', (told) => seen.push(told));
    await use(`http://127.0.0.1:${port}/mcp`, seen);
  } finally {
    server.kill();
    await exited;
  }
};
