/** Rotation of the key-encryption key: everything still decrypts, before, during and after. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { asMerchant } from '../db/tx.ts';
import { addKeyEncryptionKey, ensureSecrets, removeFormerKeys } from '../secrets.ts';
import { createVault } from '../vault.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { SEALED_COLUMNS, SEALED_LOGIN_COLUMN } from './queries.ts';
import { rotateSecrets } from './rotate.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let it: TestApp;
beforeAll(async () => {
  it = await startTestApp();
});
afterAll(() => it.close());

const toId = (n: number): string => `ack_${String(n).padStart(26, '0')}`;
const toContext = (n: number) => ({
  table: 'account_check',
  column: 'account_no_sealed',
  merchant_id: KOPI,
  row_id: toId(n),
});

const insertCheck = (n: number, sealed: string) =>
  asMerchant(it.deps.db, KOPI, (tx) =>
    tx.sql
      .insertInto('account_check')
      .values({
        merchant_id: KOPI,
        id: toId(n),
        bank_code: '014',
        account_no_sealed: sealed,
        account_last4: '7890',
        verified_name: 'Sari',
        created_by: 'test',
        created_at: it.clock.now(),
        expires_at: it.clock.now(),
      })
      .execute(),
  );
const readSealed = (n: number) =>
  asMerchant(it.deps.db, KOPI, (tx) =>
    tx.sql
      .selectFrom('account_check')
      .select('account_no_sealed')
      .where('merchant_id', '=', KOPI)
      .where('id', '=', toId(n))
      .executeTakeFirstOrThrow(),
  );

test('a thousand secrets are rotated under load; running processes follow; the former key can go', async () => {
  const { db, env, vault } = it.deps;
  const count = 1_000;
  for (let n = 0; n < count; n += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_each, m) => insertCheck(n + m, vault.seal(toContext(n + m), `no ${n + m}`))),
    );
  }
  const secrets = addKeyEncryptionKey(env.DATA_DIR);
  const reads = { failed: 0, done: false };
  const reader = (async () => {
    for (let n = 0; !reads.done; n = (n + 7) % count) {
      const { account_no_sealed } = await readSealed(n);
      if (vault.open(toContext(n), account_no_sealed) !== `no ${n}`) reads.failed += 1;
    }
  })();
  const first = await rotateSecrets({ db, vault: createVault(secrets) });
  reads.done = true;
  await reader;
  expect(reads.failed).toBe(0);
  expect(first.rotated).toBeGreaterThanOrEqual(count);

  const again = await rotateSecrets({ db, vault: createVault(secrets) });
  expect(again).toEqual({ current: first.rotated + first.current, rotated: 0 });
  const alone = createVault(removeFormerKeys(env.DATA_DIR));
  for (const n of [0, 499, 999]) {
    expect(alone.open(toContext(n), (await readSealed(n)).account_no_sealed)).toBe(`no ${n}`);
  }
  expect(ensureSecrets(env.DATA_DIR).former_key_encryption_keys).toBeUndefined();
});

test('every column with sealed secrets is rotated', () => {
  const types = readFileSync(fileURLToPath(new URL('../db/schema.gen.ts', import.meta.url)), 'utf8');
  const sealed = [...types.matchAll(/^ {2}(\w+_(?:sealed|encrypted)):/gm)].map((match) => match[1]);
  const rotated = [...SEALED_COLUMNS, SEALED_LOGIN_COLUMN];
  expect(new Set(sealed)).toEqual(new Set<string | undefined>(rotated.map(({ column }) => column)));
  expect(sealed).toHaveLength(rotated.length);
});
