/** The packages that the product is made of. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from './bootstrap.mjs';

interface BillOfMaterials {
  bomFormat: string;
  components: { purl: string; 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
interface LockedPackage {
  name?: string;
  version?: string;
  dev?: boolean;
  link?: boolean;
}

const readLock = () => {
  const text = fs.readFileSync(`${ROOT}/package-lock.json`, 'utf8');
  return Object.entries((JSON.parse(text) as { packages: Record<string, LockedPackage> }).packages);
};
const getName = (path: string): string => path.replace(/^.*node_modules\//, '');
const formatPurl = (name: string, version = ''): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Packages from the registry that are installed on this platform. */
const listInstalled = (is_dev: boolean): string[] =>
  readLock()
    .filter(([path, { dev = false }]) => path.startsWith('node_modules/') && dev === is_dev)
    .filter(([path, { link = false }]) => !link && fs.existsSync(`${ROOT}/${path}`))
    .map(([path, { name, version }]) => formatPurl(name ?? getName(path), version));

test('npm run sbom lists every package of production in CycloneDX, and none that only develops or tests', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  const { bomFormat, components, dependencies } = JSON.parse(String(text)) as BillOfMaterials;
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(components.map(({ purl }) => purl));
  const production = listInstalled(false);
  expect(production.map((purl) => purl.replace(/@[^@]*$/, ''))).toEqual(
    expect.arrayContaining(['fastify', 'pg', 'kysely', 'react', '%40sentry/core'].map((name) => `pkg:npm/${name}`)),
  );
  expect(production.filter((purl) => !listed.has(purl))).toEqual([]);
  const in_production = new Set(production);
  const development = listInstalled(true).filter((purl) => !in_production.has(purl));
  expect(development.length).toBeGreaterThan(100);
  expect(development.filter((purl) => listed.has(purl))).toEqual([]);
  const refs = new Set(components.map((component) => component['bom-ref']));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});

test('errors are reported without the packages that Sentry adds to builds', () => {
  const names = readLock().map(([path]) => getName(path));
  expect(names).toContain('@sentry/core');
  expect(names.filter((name) => /^@sentry\/.*(plugin|cli)|^@sentry-internal\/.*(cli|plugin)/.test(name))).toEqual([]);
});
