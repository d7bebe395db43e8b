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
  expect(deriveKey(source, 'access token').toString('hex')).toBe(
    '81c787d13927b7e86d2e5693b26a7cae1dd6c5597af663963be0f096a3311391',
  );
  expect(deriveKey(source, 'ledger head').toString('hex')).toBe(
    '0dccf80dbcfebc1526a7ce8a62c80b0e368ba67f459e6c1c1c8b1490ee08c7b1',
  );
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
