// `npm run sbom`: prints the software bill of materials of what runs in production, in CycloneDX. Plain JavaScript, so that
// nothing but the document is printed.
import { execFileSync } from 'node:child_process';
import { NPM, ROOT } from './bootstrap.mjs';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * @typedef {{ 'bom-ref': string, properties?: { name: string, value: string }[] }} Component
 * @typedef {{ ref: string, dependsOn?: string[] }} Dependency
 * @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Dependency[] }} BillOfMaterials
 */

/** @type {BillOfMaterials} */
const bill = JSON.parse(run('sbom', '--sbom-format', 'cyclonedx'));

// `--omit dev` of npm also omits packages that both production and development depend on.
const components = bill.components.filter(
  ({ properties = [] }) =>
    !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true'),
);
const refs = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']));
const dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));

process.stdout.write(`${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`);

/** @param {string[]} args */
function run(...args) {
  const [command = '', ...first] = NPM;
  return execFileSync(command, [...first, ...args], { cwd: ROOT, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
}
