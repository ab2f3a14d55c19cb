import { spawn } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cache = () =>
  process.env.WITNESS_AGENTS_DIR ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mcp-witness', 'agents');

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

const npmInstall = (folder, spec) =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', spec], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm could not install ${spec} (exit ${code}).`)),
    );
  });

/**
 * The folder of an npm package, installed on first use and kept between runs. `WITNESS_AGENTS_DIR` says where; an
 * install that was cut off is done again.
 * @param {string} name of the folder
 * @param {string} spec `package@version`
 * @returns {Promise<string>} absolute path
 */
export const installPackage = async (name, spec) => {
  const folder = join(cache(), name);
  const done = join(folder, '.complete');
  if (!(await exists(done))) {
    process.stderr.write(`Installing ${spec} (once) …\n`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    await npmInstall(folder, spec);
    await writeFile(done, '');
  }
  return folder;
};

/**
 * The agent's executable.
 * @param {import('./registry.d.mts').Agent} agent
 * @returns {Promise<string>} absolute path
 */
export const installAgent = async ({ name, version, package: packageName, bin }) =>
  join(await installPackage(`${name}-${version}`, `${packageName}@${version}`), 'node_modules', '.bin', bin);
