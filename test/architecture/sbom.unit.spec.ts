import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';

const root = fileURLToPath(new URL('../..', import.meta.url));
const schemas = join(
  dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res/schema',
);

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
}

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const readJson = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;

const bill = JSON.parse(
  execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }),
) as Bill;
const refs = bill.components.map((component) => component['bom-ref']);

const manifest = readJson(`${root}/package.json`) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const { packages } = readJson(`${root}/package-lock.json`) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const locked = Object.entries(packages).flatMap(([path, one]) => {
  const name = /.*node_modules\/(.+)$/.exec(path)?.[1];
  return name === undefined || one.link === true
    ? []
    : [{ ...one, ref: `${one.name ?? name}@${one.version}` }];
});

describe('the bill of materials', () => {
  it('is CycloneDX by the schemas of its makers, and names nothing that it does not hold', () => {
    const schema = (name: string): object => readJson(join(schemas, `${name}.SNAPSHOT.schema.json`));
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    ajv.validate(schema(`bom-${bill.specVersion}`), bill);
    expect(ajv.errors).toBeNull();
    const held = new Set([...refs, bill.metadata.component['bom-ref']]);
    expect(refs).toHaveLength(held.size - 1);
    const named = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !held.has(ref))).toEqual([]);
  });

  it('holds what the service runs with, each under a licence, and nothing that only tests need', () => {
    const names = bill.components.map(({ name }) => name);
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'mcp-witness' } } });
    expect(Object.keys(manifest.dependencies).filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => ['jest', 'eslint', 'playwright-core'].includes(name))).toEqual([]);
    expect(bill.components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  });

  it('has every package at the version that is installed with it, those for other systems aside', () => {
    const wanted = locked.filter(({ dev, optional }) => dev !== true && optional !== true);
    expect(wanted.length).toBeGreaterThan(100);
    expect(wanted.map(({ ref }) => ref).filter((ref) => !refs.includes(ref))).toEqual([]);
    const known = new Set(locked.filter(({ dev }) => dev !== true).map(({ ref }) => ref));
    expect(refs.filter((ref) => !ref.startsWith('@mcp-witness/') && !known.has(ref))).toEqual([]);
  });
});
