// What the service is made of, without what only builds and tests need: CycloneDX on stdout.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

if (!process.env.npm_execpath) throw new Error('Run this through npm: npm run --silent sbom');

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

const whole = () => {
  const command = [process.env.npm_execpath, 'sbom', '--sbom-format', 'cyclonedx'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 };
  return JSON.parse(execFileSync(process.execPath, command, options));
};

// By the lock file: npm's own `--omit dev` leaves out packages that both a build and the service need.
const needed = new Set(
  Object.entries(read('package-lock.json').packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`),
);
const manifest = read('package.json');
const own = `${manifest.name}@${manifest.version}`;

const bill = whole();
const keeps = (ref) => needed.has(ref) || ref === own || ref.startsWith('@mcp-witness/');
bill.metadata.component.name = manifest.name;
// Of a package of the workspace npm tells the name of its folder.
const named = (component) => ({ ...component, name: component['bom-ref'].replace(/@[^@]+$/, '') });
bill.components = bill.components.filter((component) => keeps(component['bom-ref'])).map(named);
bill.dependencies = bill.dependencies
  .filter(({ ref }) => keeps(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(keeps) }));
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
