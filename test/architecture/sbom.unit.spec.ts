import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly name: string; readonly licenses?: readonly unknown[] }[];
}

const billOf = (): Bill =>
  JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }),
  ) as Bill;

const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

describe('the bill of materials', () => {
  it('holds what the service runs with, each under a licence, and nothing that only tests need', () => {
    const bill = billOf();
    const names = bill.components.map(({ name }) => name);
    const wanted = Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@mcp-witness/'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'mcp-witness' } } });
    expect(wanted.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => ['jest', 'eslint', 'playwright-core'].includes(name))).toEqual([]);
    expect(bill.components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  });
});
