import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

const program = `
const run = async () => {
  const seen = [];
  const pipeline = { take: ({ kind }) => seen.push(kind), flush: async () => {}, close: async () => {} };
  const server = new McpServer({ name: 'tickets', version: '1' });
  server.registerTool('find', { description: 'Finds.' }, () => ({ content: [] }));
  if (observe(server, { pipeline }) !== server) throw new Error('another server');
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: 'agent', version: '1' });
  await client.connect(near);
  await client.callTool({ name: 'find' });
  await client.close();
  process.stdout.write(seen.filter((kind) => kind !== 'request').join(' '));
};
void run();
`;
const names = {
  '@mcp-witness/observer': ['observe'],
  '@modelcontextprotocol/sdk/server/mcp.js': ['McpServer'],
  '@modelcontextprotocol/sdk/client/index.js': ['Client'],
  '@modelcontextprotocol/sdk/inMemory.js': ['InMemoryTransport'],
};
const lines = (line: (module: string, name: string) => string): string =>
  Object.entries(names)
    .flatMap(([module, all]) => all.map((name) => line(module, name)))
    .join('\n');

/** A project that has the packed packages and nothing else of this repository but an SDK. */
async function withConsumer(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'witness-consumer-'));
  try {
    const packages = ['evidence', 'mcp-frames', 'observer'].map((name) => join(root, 'libs', name));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...packages], {
      cwd: root,
    });
    const tarballs = (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) =>
      join(folder, filename),
    );
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
    await mkdir(join(folder, 'node_modules/@modelcontextprotocol'));
    const sdk = '@modelcontextprotocol/sdk';
    await symlink(join(root, 'node_modules', sdk), join(folder, 'node_modules', sdk));
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the packed package', () => {
  it('works by import and by require, and says nothing on either stream', async () => {
    await withConsumer(async (folder) => {
      const files = {
        'app.mjs': lines((module, name) => `import { ${name} } from '${module}';`),
        'app.cjs': lines((module, name) => `const { ${name} } = require('${module}');`),
      };
      for (const [file, head] of Object.entries(files)) {
        await writeFile(join(folder, file), head + program);
        const { stdout, stderr } = await run(process.execPath, [file], { cwd: folder });
        expect([file, stdout, stderr]).toEqual([file, 'initialize call closed', '']);
      }
    });
  });

  it.each(['10.0.0', '11.0.0', '13.0.0'])(
    'is installed beside a NestJS that its module was not made with: %s',
    async (version) => {
      await withConsumer(async (folder) => {
        await mkdir(join(folder, 'nest'));
        const manifest = JSON.stringify({ name: '@nestjs/common', version });
        await writeFile(join(folder, 'nest/package.json'), manifest);
        await run('npm', ['install', '--offline', '--no-audit', '--no-fund', './nest'], { cwd: folder });
        const { stdout } = await run('npm', ['ls', '@nestjs/common'], { cwd: folder });
        expect(stdout).toContain(`@nestjs/common@${version}`);
      });
    },
  );
});
