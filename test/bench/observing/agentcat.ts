import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const packages = { agentcat: '1.0.1', '@modelcontextprotocol/sdk': '1.32.2', zod: '4.6.7' };

/** Where AgentCat is installed, with the SDK that it observes; on first use from npm. It is no dependency of anything else. */
export function agentcatFolder(): string {
  const folder = join(homedir(), '.cache', 'mcp-witness', 'bench', `agentcat-${packages.agentcat}`);
  if (existsSync(join(folder, 'load.mjs'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...quiet], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  // From within, so that it is the build for modules: the other one logs to stdout.
  writeFileSync(join(folder, 'load.mjs'), "export * from 'agentcat';\n");
  return folder;
}
