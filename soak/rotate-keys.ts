/**
 * Rotation of the key-encryption key under load: `npm run rotate-keys` encrypts many secrets again while processes read and
 * change them, then `--finish` removes the old key. No read may fail, before, during or after, and everything must decrypt
 * with the new key alone.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../scripts/bootstrap.mjs';
import { asMerchant } from '../server/src/db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../server/src/sandbox/people.ts';
import { ensureSecrets } from '../server/src/secrets.ts';
import { type SecretContext, type Vault, createVault } from '../server/src/vault.ts';
import { type SoakEnvironment, startEnvironment } from './environment.ts';
import { createRandom } from './random.ts';
import type { Result } from './result.ts';

const SECRETS = 10_000;
const MERCHANTS = [KOPI_NUSANTARA.merchant_id, BATIK_LESTARI.merchant_id];
const READERS = 4;
const INSERTED_AT_ONCE = 1_000;
/** Share of the reads after which the secret is replaced by another one. */
const CHANGE_SHARE = 0.05;

export interface RotateKeysOptions {
  seed: number;
  /** 10,000 by default. */
  secrets?: number | undefined;
}

interface Load {
  environment: SoakEnvironment;
  random: () => number;
  count: number;
  /** That of the process at this time: it changes when the process is restarted. */
  vault: Vault;
  reads: number;
  changes: number;
  failures: string[];
  is_over: boolean;
}

export async function runRotateKeys({ seed, secrets: count = SECRETS }: RotateKeysOptions): Promise<Result> {
  const environment = await startEnvironment();
  try {
    return await rotateUnderLoad(environment, seed, count);
  } finally {
    await environment.stop();
  }
}

async function rotateUnderLoad(environment: SoakEnvironment, seed: number, count: number): Promise<Result> {
  const { deps, process_env } = environment;
  const data_dir = process_env['DATA_DIR'] ?? '';
  const former = ensureSecrets(data_dir);
  await insertSecrets(environment, count);
  const load: Load = {
    environment,
    random: createRandom(seed),
    count,
    vault: deps.vault,
    reads: 0,
    changes: 0,
    failures: [],
    is_over: false,
  };
  const readers = Promise.all(Array.from({ length: READERS }, () => readUntilOver(load)));
  const started_ms = Date.now();
  const first = await runRotateCommand(environment, []);
  const rotation_s = ((Date.now() - started_ms) / 1000).toFixed(1);
  // As after the restart of all processes.
  load.vault = createVault(ensureSecrets(data_dir), () => ensureSecrets(data_dir));
  const second = await runRotateCommand(environment, ['--finish']);
  const current = ensureSecrets(data_dir);
  load.vault = createVault(current);
  const reads_before = load.reads;
  while (load.reads - reads_before < READERS * 10 && load.failures.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  load.is_over = true;
  await readers;
  const alone = await readAll(environment, createVault(current));
  const by_former = await readAll(environment, createVault({ key_encryption_key: former.key_encryption_key }));
  const violations = [
    ...load.failures,
    ...(alone.readable === count ? [] : [`${alone.readable} of ${count} secrets decrypt with the new key alone`]),
    ...(by_former.readable === 0 ? [] : [`${by_former.readable} secrets still decrypt with the old key`]),
    ...(current.former_key_encryption_keys === undefined ? [] : ['the old key was not removed']),
    ...(current.key_encryption_key === former.key_encryption_key ? ['the key did not change'] : []),
  ];
  return {
    ok: violations.length === 0,
    lines: [
      `seed ${seed}: ${count} secrets in ${rotation_s} s; ${load.reads} reads and ${load.changes} changes meanwhile, ${load.failures.length} failed`,
      `rotate-keys: ${first}`,
      `rotate-keys --finish: ${second}`,
      `${alone.readable} secrets decrypt with the new key alone, ${by_former.readable} with the old one`,
      ...violations.map((violation) => `VIOLATION ${violation}`),
    ],
  };
}

async function runRotateCommand({ process_env }: SoakEnvironment, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/src/key-rotation/rotate-command.ts', ...args],
    { cwd: ROOT, env: { ...process.env, ...process_env } },
  );
  return stdout.trim();
}

const getMerchant = (n: number): string => MERCHANTS[n % MERCHANTS.length] ?? '';
const toId = (n: number): string => `ack_${String(n).padStart(26, '0')}`;
const toContext = (n: number): SecretContext => ({
  table: 'account_check',
  column: 'account_no_sealed',
  merchant_id: getMerchant(n),
  row_id: toId(n),
});
/** Says which secret it is, however often it was changed. */
const toPlain = (n: number, version: number): string => `secret ${n} version ${version}`;
const isRight = (plain: string, n: number): boolean => plain.startsWith(`secret ${n} version `);

async function insertSecrets({ owner, deps }: SoakEnvironment, count: number): Promise<void> {
  for (let first = 0; first < count; first += INSERTED_AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(INSERTED_AT_ONCE, count - first) },
      (_unused, index) => first + index,
    );
    await owner.query(
      `insert into app.account_check (merchant_id, id, bank_code, account_no_sealed, account_last4, verified_name,
         created_by, created_at, expires_at)
       select m, i, '014', s, '7890', 'Sari', 'soak', now(), now() + interval '1 day'
       from unnest($1::text[], $2::text[], $3::text[]) as made (m, i, s)`,
      [numbers.map(getMerchant), numbers.map(toId), numbers.map((n) => deps.vault.seal(toContext(n), toPlain(n, 0)))],
    );
  }
}

/** Reads random secrets, and changes some of them, as the processes of the product do. */
async function readUntilOver(load: Load): Promise<void> {
  while (!load.is_over) {
    const n = Math.floor(load.random() * load.count);
    try {
      const sealed = await readSealed(load.environment, n);
      const plain = load.vault.open(toContext(n), sealed);
      load.reads += 1;
      if (!isRight(plain, n)) load.failures.push(`secret ${n} is ${plain}`);
      if (load.random() >= CHANGE_SHARE) continue;
      load.changes += 1;
      await changeSecret(load.environment, n, load.vault.seal(toContext(n), toPlain(n, load.changes)));
    } catch (error) {
      load.failures.push(`secret ${n}: ${String(error)}`);
    }
  }
}

const readSealed = ({ deps }: SoakEnvironment, n: number): Promise<string> =>
  asMerchant(deps.db, getMerchant(n), async (tx) => {
    const { account_no_sealed } = await tx.sql
      .selectFrom('account_check')
      .select('account_no_sealed')
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', toId(n))
      .executeTakeFirstOrThrow();
    return account_no_sealed;
  });

const changeSecret = ({ deps }: SoakEnvironment, n: number, sealed: string): Promise<unknown> =>
  asMerchant(deps.db, getMerchant(n), (tx) =>
    tx.sql
      .updateTable('account_check')
      .set({ account_no_sealed: sealed })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', toId(n))
      .execute(),
  );

/** Number of secrets that a vault decrypts. */
async function readAll({ owner }: SoakEnvironment, vault: Vault): Promise<{ readable: number }> {
  const { rows } = await owner.query<{ id: string; sealed: string }>(
    `select id, account_no_sealed as sealed from app.account_check where created_by = 'soak'`,
  );
  const readable = rows.filter(({ id, sealed }) => {
    const n = Number(id.slice('ack_'.length));
    try {
      return isRight(vault.open(toContext(n), sealed), n);
    } catch {
      return false;
    }
  });
  return { readable: readable.length };
}
