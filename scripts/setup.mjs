// Node built-ins only: this runs before node_modules exists. Everything it prints goes to stderr.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const purpose = process.argv[2];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  throw new Error(`Node 20.19 or newer is needed, and this is ${process.version}.`);
}

const run = (command, args) => execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
const npm = (...args) => run(process.execPath, [process.env.npm_execpath, ...args]);
const onPath = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

const digest = (paths) => {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const path of paths) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
};

/** Runs `action` unless the stamp says that it already ran on exactly this input and `result` is still there. */
const once = (stamp, wanted, result, action) => {
  const file = join(root, stamp);
  if (existsSync(join(root, result)) && existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  action();
  writeFileSync(file, wanted);
};

const sourceFiles = (dir) =>
  readdirSync(join(root, dir), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((path) => !/\/(dist|node_modules)\//.test(path) && !/\.spec\.ts$/.test(path))
    .sort();

const manifests = () =>
  [
    'package.json',
    'package-lock.json',
    ...readdirSync(join(root, 'libs')).map((name) => join('libs', name, 'package.json')),
  ].filter((path) => existsSync(join(root, path)));

const install = () => {
  if (!process.env.npm_execpath) throw new Error('Run this through npm: `npm start` or `npm test`.');
  // npm ci empties node_modules, so an install that was cut off leaves no stamp and is done again.
  once('node_modules/.witness-install', digest(manifests()), 'node_modules', () => {
    process.stderr.write('Installing dependencies (about a minute the first time) …\n');
    // What builds and tests is needed whatever NODE_ENV or the user's npm settings leave out.
    npm('ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund');
  });
};

const build = () => {
  const inputs = ['package-lock.json', 'nest-cli.json', 'tsconfig.base.json', 'tsconfig.build.json'];
  const sources = ['src', 'migrations', 'libs'].flatMap(sourceFiles);
  once('node_modules/.witness-build', digest([...inputs, ...sources]), 'dist/src/main.js', () => {
    process.stderr.write('Building (some minutes the first time) …\n');
    npm('run', 'build');
  });
};

/** Debian's packages, without what they only recommend. */
const installPackages = (...packages) => {
  const asRoot = process.getuid() === 0 ? [] : ['sudo', '-n'];
  const keep = ['-o', 'Dpkg::Options::=--force-confold'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...keep, ...packages]]) {
    const [command, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    run(command, rest);
  }
};

const chromium = () => {
  if (process.env.CHROMIUM_PATH || onPath('chromium')) return;
  if (!onPath('apt-get')) {
    throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH to its executable.');
  }
  process.stderr.write('Installing Chromium for the browser tests …\n');
  installPackages('chromium', 'fonts-dejavu-core');
};

/** Its server and pg_dump; no cluster is made of it and none is started. */
const postgres = () => {
  const versions = '/usr/lib/postgresql';
  const found = existsSync(versions) ? readdirSync(versions) : [];
  if (
    found.some((version) =>
      ['postgres', 'pg_dump'].every((name) => existsSync(join(versions, version, 'bin', name))),
    )
  )
    return;
  if (!onPath('apt-get')) {
    throw new Error(
      `The backup test needs the PostgreSQL of Debian in ${versions}: postgres, pg_dump, pg_restore.`,
    );
  }
  process.stderr.write('Installing PostgreSQL for the backup test …\n');
  const settings = '/etc/postgresql-common/createcluster.conf';
  if (!existsSync(settings)) {
    const write = `mkdir -p ${dirname(settings)} && echo 'create_main_cluster = false' > ${settings}`;
    const [command, ...rest] = [...(process.getuid() === 0 ? [] : ['sudo', '-n']), 'sh', '-c', write];
    run(command, rest);
  }
  installPackages('postgresql');
};

install();
build();
if (purpose === 'test') {
  chromium();
  postgres();
}
