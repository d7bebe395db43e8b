/** Keys derived from the secret of the installation. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { KEY_PURPOSES, deriveKey } from './derived-key.ts';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const source = { access_token_key: Buffer.alloc(32, 7).toString('base64') };
const other = { access_token_key: Buffer.alloc(32, 8).toString('base64') };

/** Production files of the server by name. */
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => [name, readFileSync(path.join(SOURCES, name), 'utf8')] as const);
const listFiles = (pattern: RegExp) =>
  files
    .filter(([, text]) => pattern.test(text))
    .map(([name]) => name)
    .toSorted();

test('each purpose has a key of its own, of 256 bits, which is not the secret', () => {
  const keys = KEY_PURPOSES.map((purpose) => deriveKey(source, purpose));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(KEY_PURPOSES.length);
  for (const [index, key] of keys.entries()) {
    expect(key).toHaveLength(32);
    expect(key.toString('base64')).not.toBe(source.access_token_key);
    expect(key.equals(deriveKey(other, KEY_PURPOSES[index]!))).toBe(false);
  }
});

test('the keys stay the same, because tokens and signatures in use were made with them', () => {
  const keys = KEY_PURPOSES.map((purpose) => [purpose, deriveKey(source, purpose).toString('hex')]);
  expect(Object.fromEntries(keys)).toEqual({
    'access token': '81c787d13927b7e86d2e5693b26a7cae1dd6c5597af663963be0f096a3311391',
    'refresh token successor': 'f2573a134792168aac4d615232d13ee9d341bfcd76e96bab7a31135d152cb539',
    'account link': 'b774ed7ae2396f8c1b8a7155ae798652b7f41fcd03ce866eb899f16eacb127c1',
    'mobile code': '1be99fe15608d6de85546d7afdb5895a3fd3f9805bd8fd38e4502f2a1f301967',
    invitation: '8363ccc41750a26c8db78fe639d7c3594b23e21ba05c42e105e7a5bb2eaed6ce',
    invitation_totp: '455dd36ec4ee74c7ddcaa9a973bfe5145e386de06556a22c09aa0e16b4f40d3f',
    'dasbor snap merchant token': '98ab8d506227246abc90e4dda74012441a80f2f02358018783fd2122790bb391',
    'pay attempt token': 'fd181db9c4a825b52ad98bf794480d5f6b2921398acb4a458a68d9b3a380f54d',
    'link to a stored file': '7043bdf3065a48bc3a71f3360cc9d55263ff0118dc58759e7a8ec60e4cd178f0',
    'ledger head': '0dccf80dbcfebc1526a7ce8a62c80b0e368ba67f459e6c1c1c8b1490ee08c7b1',
    'audit head': 'af3549e97c87d5769c36b94352235e92dce26b81db92bb749ea4254ed9ea1be6',
  });
});

test('the secret is read only where keys are derived from it', () => {
  expect(listFiles(/access_token_key/)).toEqual(['derived-key.ts', 'secrets.ts']);
  // The token of the bank derives from the private key that the bank does not know.
  expect(listFiles(/hkdf(Sync)?\b/)).toEqual(['derived-key.ts', 'rails/callback-auth.ts']);
});

test.each(KEY_PURPOSES)('one place uses the key of %j', (purpose) => {
  const use = new RegExp(`(deriveKey\\([^()]*,|purpose:) '${purpose}'`, 'g');
  expect(files.flatMap(([, text]) => [...text.matchAll(use)])).toHaveLength(1);
});
