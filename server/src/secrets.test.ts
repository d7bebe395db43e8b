import { createPrivateKey, createPublicKey } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BankCredentials, ensureSecrets } from './secrets.ts';

let data_dir: string;

beforeEach(() => {
  data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-secrets-test-'));
});

afterEach(() => fs.rmSync(data_dir, { recursive: true }));

const publicHalf = (pem: string) => createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'pem' });

test('secrets are generated once, readable by the owner only, with matching bank credentials', () => {
  const made = ensureSecrets(data_dir, 'development');
  expect(ensureSecrets(data_dir, 'development')).toEqual(made);
  expect(Buffer.from(made.key_encryption_key, 'base64')).toHaveLength(32);
  for (const name of fs.readdirSync(data_dir)) {
    expect(fs.statSync(path.join(data_dir, name)).mode & 0o777).toBe(0o600);
  }
  const bank_file = fs.readFileSync(path.join(data_dir, 'bank-credentials.json'), 'utf8');
  const bank = JSON.parse(bank_file) as BankCredentials;
  expect(bank.client_secret).toBe(made.snap.client_secret);
  expect(publicHalf(made.snap.partner_private_key_pem)).toBe(bank.partner_public_key_pem);
  expect(publicHalf(bank.bank_private_key_pem)).toBe(made.snap.bank_public_key_pem);
});

test('a secret added by a later version is generated; existing secrets stay', () => {
  const { bot_check_key, ...old } = ensureSecrets(data_dir, 'development');
  fs.writeFileSync(path.join(data_dir, 'secrets.json'), JSON.stringify(old));
  const renewed = ensureSecrets(data_dir, 'development');
  expect(renewed).toMatchObject(old);
  expect(renewed.bot_check_key).not.toBe(bot_check_key);
});

test('production generates nothing and names every missing secret', () => {
  expect(() => ensureSecrets(data_dir, 'production')).toThrow(/key_encryption_key.*snap/);
  expect(fs.readdirSync(data_dir)).toEqual([]);
});

test.each(['access_token_key', 'key_encryption_key', 'bot_check_key'] as const)(
  '%s has exactly 256 bits, in production and outside it',
  (name) => {
    const secrets = ensureSecrets(data_dir, 'development');
    const read = (bytes: number, node_env: string) => {
      const changed = { ...secrets, [name]: Buffer.alloc(bytes, 7).toString('base64') };
      fs.writeFileSync(path.join(data_dir, 'secrets.json'), JSON.stringify(changed));
      return ensureSecrets(data_dir, node_env)[name];
    };
    for (const node_env of ['production', 'development']) {
      expect(() => read(31, node_env)).toThrow(name);
      expect(() => read(33, node_env)).toThrow(name);
      expect(Buffer.from(read(32, node_env), 'base64')).toHaveLength(32);
    }
  },
);
