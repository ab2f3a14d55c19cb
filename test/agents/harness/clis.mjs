import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentNamed } from './registry.mjs';
import { installPackage } from './install.mjs';

const settings = async (folder, file, content) => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
};

const binOf = async ({ name, version, package: packageName }, path) =>
  join(await installPackage(`${name}-${version}`, `${packageName}@${version}`), 'node_modules', path);

const ofAgent = (name) => {
  const { env, prepare } = agentNamed(name);
  return { package: agentNamed(name), env, prepare };
};

/**
 * Command lines that run one prompt offline and end, and where each has files of the user's own.
 * @type {readonly import('./clis.d.mts').Cli[]}
 */
export const clis = [
  {
    name: 'claude',
    ...ofAgent('claude'),
    bin: `@anthropic-ai/claude-agent-sdk-linux-${process.arch}/claude`,
    args: (turn, tools) => [
      '-p',
      turn,
      '--allowedTools',
      tools.map(({ server, tool }) => `mcp__${server}__${tool}`).join(','),
    ],
    prepare: ({ cwd }) => settings(cwd, '.mcp.json', { mcpServers: {} }),
  },
  {
    name: 'codex',
    ...ofAgent('codex2'),
    bin: '.bin/codex',
    args: (turn) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', turn],
  },
  { name: 'gemini', ...ofAgent('gemini'), bin: '.bin/gemini', args: (turn) => ['-p', turn, '--yolo'] },
  { name: 'qwen', ...ofAgent('qwen'), bin: '.bin/qwen', args: (turn) => ['-p', turn, '--yolo'] },
  { name: 'opencode', ...ofAgent('opencode'), bin: '.bin/opencode', args: (turn) => ['run', turn] },
  {
    name: 'copilot',
    ...ofAgent('copilot'),
    bin: '.bin/copilot',
    args: (turn) => ['-p', turn, '--allow-all-tools'],
  },
];

/** The CLI's executable, installed on first use. */
export const installCli = ({ package: from, bin }) => binOf(from, bin);
