// The tests of one feature, for `npm test -- FEATURE`: folders of contract, server and web, and journeys by name.
import * as fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';

/** Journeys whose name differs from their feature. */
const JOURNEYS = {
  'api-settings': ['auth'],
  balance: ['cash-flow'],
  dashboard: ['home'],
  list: ['transaction-list'],
  'notification-email': ['notification-email'],
  pay: ['pay'],
  'payout-balance': ['deposit-va'],
  'qris-payment': ['qris', 'payment'],
  report: ['report', 'report-delivery'],
  sandbox: ['payment'],
  sticker: ['qris'],
  transaction: ['transaction', 'transaction-list'],
};
/** Workspaces with a folder per feature. */
const FOLDERS = ['contract/src', 'server/src', 'web/src', 'bank/src', 'pay/src'];

/**
 * The test files of a feature, as filters of the two runners.
 * @param {string} feature
 * @returns {{ unit: string[], journeys: string[] }}
 */
export function findFeatureTests(feature) {
  const unit = FOLDERS.flatMap((folder) => listTests(`${folder}/${feature}`, folder, feature));
  const names = JOURNEYS[/** @type {keyof typeof JOURNEYS} */ (feature)] ?? [feature];
  const journeys = names.map((name) => `${name}.e2e.ts`).filter((name) => exists(`e2e/${name}`));
  if (unit.length === 0 && journeys.length === 0) {
    throw new Error(`There are no tests of "${feature}". Features: ${listFeatures().join(', ')}`);
  }
  return { unit, journeys };
}

/** Test files in the folder of a feature, and those next to its file where a workspace has no folders. */
function listTests(/** @type {string} */ inside, /** @type {string} */ folder, /** @type {string} */ feature) {
  if (exists(inside)) {
    return fs
      .readdirSync(path.join(ROOT, inside), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${inside}/${name}`);
  }
  if (!exists(folder)) return [];
  return fs
    .readdirSync(path.join(ROOT, folder))
    .filter((name) => name.startsWith(`${feature}.`) || name.startsWith(`${feature}-`))
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);
}

/** Names of all features: folders of server and web. */
export function listFeatures() {
  const names = ['server/src', 'web/src'].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  );
  return [...new Set(names)].toSorted();
}

const exists = (/** @type {string} */ file) => fs.existsSync(path.join(ROOT, file));
