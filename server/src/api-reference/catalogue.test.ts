/** The catalogue of errors, the changelog and the samples of the guides. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { API_CHANGELOG } from '@dasbor/contract/api-changelog';
import { ERROR_CATALOGUE } from '@dasbor/contract/error-catalogue';
import { WEBHOOK_API_VERSION } from '@dasbor/contract/webhook-events';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { listErrorCodes, renderErrorCatalogue } from './catalogue.ts';
import { WEBHOOK_SAMPLES } from './webhook-samples.ts';

const SERVER = fileURLToPath(new URL('../', import.meta.url));
const entries = ERROR_CATALOGUE.flatMap((group) => Object.entries(group.entries));
const catalogued = entries.map(([code]) => code);

test('every code of the contract is in the catalogue once, and no other', () => {
  expect(catalogued.toSorted()).toEqual([...listErrorCodes().keys()].toSorted());
});

test('every code that the server answers by name is in the catalogue', () => {
  // Recorded with an export, never answered.
  const internal = ['given_up'];
  const sources = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !file.endsWith('.test.ts'));
  const thrown = sources.flatMap((file) =>
    [...readFileSync(SERVER + file, 'utf8').matchAll(/new Problem\(\s*\d+,\s*'([a-z_]+)'/g)].map((match) => match[1]),
  );
  expect(thrown.length).toBeGreaterThan(100);
  expect([...new Set(thrown)].filter((code) => !catalogued.includes(code!) && !internal.includes(code!))).toEqual([]);
});

test('every entry has a status, and says in sentences what it means and what to do', () => {
  const statuses = listErrorCodes();
  for (const [code, texts] of entries) {
    expect(
      statuses.get(code)?.every((status) => status >= 400),
      code,
    ).toBe(true);
    for (const text of texts) expect(text, code).toMatch(/^[A-Z`].+\.$/s);
  }
  expect(renderErrorCatalogue()).toContain(
    '<code id="error-insufficient_balance">insufficient_balance</code></td><td>422',
  );
});

test('the changelog is newest first, and its newest version is that of webhook events', () => {
  const dates = API_CHANGELOG.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(API_CHANGELOG.find(({ api_version }) => api_version !== null)?.api_version).toBe(WEBHOOK_API_VERSION);
  expect(API_CHANGELOG.every(({ changes }) => changes.length > 0)).toBe(true);
});

test('the shell sample calculates the signature that the public library expects', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
  const [id, body, at] = ['evt_1', '{"amount":25000,"note":"tepat 100% \\n"}', new Date()];
  const env = {
    ...process.env,
    DASBOR_WEBHOOK_SECRET: secret,
    ID: id,
    TIMESTAMP: String(Math.floor(at.getTime() / 1000)),
    BODY: body,
  };
  const printed = execFileSync('sh', ['-c', WEBHOOK_SAMPLES.curl], { env, encoding: 'utf8' }).trim();
  expect(`v1,${printed}`).toBe(new Webhook(secret).sign(id, at, body));
});
