/** Tenant isolation: across pooled connections, without a tenant, and across foreign keys. */
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, connect } from '../src/db/connect.ts';
import type { DB } from '../src/db/schema.gen.ts';
import { asLogin, asMerchant, asPlatform } from '../src/db/tx.ts';
import { type NewMerchant, ensureMerchant } from '../src/merchant/queries.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { type TestDatabase, createTestDatabase } from './database.ts';

const AT = new Date('2026-11-18T07:05:00.000Z');
const MERCHANTS: NewMerchant[] = Array.from({ length: 40 }, (_, index) => ({
  ...KOPI_NUSANTARA,
  merchant_id: `mer_01k0tenant0000000000000${String(index).padStart(3, '0')}`,
  code: `T${index}`,
  brand_name: `Tenant ${index}`,
}));
const [FIRST, SECOND] = MERCHANTS.map((merchant) => merchant.merchant_id) as [string, string];
/** Fewer connections than tenants, so that each connection serves many tenants. */
const POOL = 3;
/** More requests at once than connections, and few enough that a busy machine serves each within its time to wait. */
const LANES = POOL * 4;

let database: TestDatabase;
let db: Db;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: POOL, on_error: () => undefined });
  owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  for (const merchant of MERCHANTS) await ensureMerchant(db, merchant, AT);
});
afterAll(async () => {
  await owner.end();
  await db.kysely.destroy();
  await database.drop();
});

const addEntry = (tx: { sql: Db['kysely'] }, merchant_id: string, key: string) =>
  tx.sql
    .insertInto('idempotency_key')
    .values({
      merchant_id,
      route: 'tenancy',
      key,
      fingerprint: merchant_id,
      locked_until: AT,
      created_at: AT,
      expires_at: AT,
    })
    .execute();

/** The merchants whose rows an unfiltered query returns. */
const ownersSeen = async (tx: { sql: Db['kysely'] }): Promise<string[]> => {
  const rows = await tx.sql.selectFrom('idempotency_key').select('fingerprint').distinct().execute();
  const merchants = await tx.sql.selectFrom('merchant').select('merchant_id').execute();
  return [...new Set([...rows.map((row) => row.fingerprint), ...merchants.map((row) => row.merchant_id)])];
};

test('interleaved and aborted requests of many merchants over few connections return no foreign row', async () => {
  let requests = 0;
  const one = async (index: number, abort: boolean, forge: boolean): Promise<void> => {
    const { merchant_id } = MERCHANTS[index]!;
    const number = ++requests;
    const work = asMerchant(db, merchant_id, async (tx) => {
      expect(await ownersSeen(tx)).toEqual([merchant_id]);
      await addEntry(tx, merchant_id, `k${number}`);
      if (forge) {
        const foreign = MERCHANTS[(index + 1) % MERCHANTS.length]!.merchant_id;
        await addEntry(tx, foreign, `forged${number}`);
      }
      expect(await ownersSeen(tx)).toEqual([merchant_id]);
      if (abort) throw new Error('aborted');
    });
    const outcome = await work.then(() => 'done', String);
    expect(outcome).toMatch(forge ? /row-level security/ : abort ? /aborted/ : /^done$/);
  };
  const request = fc.tuple(fc.nat(MERCHANTS.length - 1), fc.boolean(), fc.nat(9));
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 20, maxLength: 40 }), async (batch) => {
      const queue = batch.values();
      const lane = async () => {
        for (const [index, abort, odds] of queue) await one(index, abort, odds === 0);
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    }),
    { numRuns: 15, endOnFailure: true },
  );
  const { rows } = await owner.query<{ forged: string; foreign: string }>(
    `select count(*) filter (where key like 'forged%') as forged,
       count(*) filter (where fingerprint <> merchant_id) as foreign from app.idempotency_key`,
  );
  expect(rows).toEqual([{ forged: '0', foreign: '0' }]);
});

describe('a connection returns to the pool without role or tenant', () => {
  test('after a commit and after a rollback', async () => {
    const context = () =>
      db.kysely.connection().execute(async (kysely) => {
        const { rows } = await sql<{ role: string; merchant: string | null }>`
          select current_user as role, nullif(current_setting('app.merchant_id', true), '') as merchant`.execute(
          kysely,
        );
        return rows[0];
      });
    const web = new URL(database.web_url).username;
    for (let n = 0; n < POOL * 2; n++) {
      await asMerchant(db, FIRST, () => Promise.resolve());
      await asMerchant(db, FIRST, () => Promise.reject(new Error('aborted'))).catch(() => undefined);
      expect(await context()).toEqual({ role: web, merchant: null });
    }
  });

  test('and the login role has no access without entering a role', async () => {
    for (const table of ['merchant', 'transaction', 'login', 'api_key'] as const) {
      await expect(db.kysely.selectFrom(table).selectAll().execute()).rejects.toThrow('permission denied');
    }
  });
});

describe('a missing tenant', () => {
  /** Enters the merchant role without a tenant, like a bug would. */
  const forgotten = <T>(work: (kysely: Db['kysely']) => Promise<T>, tenant: string | null): Promise<T> =>
    db.kysely.transaction().execute(async (kysely) => {
      await sql`select app.enter('app_merchant', ${tenant})`.execute(kysely);
      return work(kysely);
    });

  test.each([null, ''])('(%j) can neither read nor write rows', async (tenant) => {
    expect(await forgotten((kysely) => ownersSeen({ sql: kysely }), tenant)).toEqual([]);
    for (const merchant_id of [FIRST, '']) {
      await expect(forgotten((kysely) => addEntry({ sql: kysely }, merchant_id, 'lost'), tenant)).rejects.toThrow(
        'row-level security',
      );
    }
    const touched = await forgotten(
      (kysely) => kysely.updateTable('idempotency_key').set({ route: 'taken' }).executeTakeFirst(),
      tenant,
    );
    expect(touched.numUpdatedRows).toBe(0n);
  });

  test('only the three roles can be entered, and a malicious id is not run as SQL', async () => {
    await expect(
      db.kysely.transaction().execute((kysely) => sql`select app.enter('postgres', '')`.execute(kysely)),
    ).rejects.toThrow('bad role');
    for (const id of [`'; select 1; --`, `mer_' or true`, 'mer_\\', 'mer_', `${FIRST}x`]) {
      await expect(asMerchant(db, id, (tx) => ownersSeen(tx))).rejects.toThrow('not a merchant id');
      expect(await forgotten((kysely) => ownersSeen({ sql: kysely }), id)).toEqual([]);
    }
  });
});

describe('writes across merchants', () => {
  test('rows of another merchant cannot be updated or deleted, and rows cannot be moved to another merchant', async () => {
    await asMerchant(db, SECOND, (tx) => addEntry(tx, SECOND, 'theirs'));
    await asMerchant(db, FIRST, (tx) => addEntry(tx, FIRST, 'mine'));
    const changed = await asMerchant(db, FIRST, (tx) =>
      tx.sql.updateTable('idempotency_key').set({ object_id: 'x' }).where('key', '=', 'theirs').executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(0n);
    await expect(
      asMerchant(db, FIRST, (tx) =>
        tx.sql.updateTable('idempotency_key').set({ merchant_id: SECOND }).where('key', '=', 'mine').execute(),
      ),
    ).rejects.toThrow('row-level security');
  });

  test('composite foreign keys reject ids of another merchant', async () => {
    const findAccount = (merchant_id: string, type: DB['ledger_account']['type']) =>
      asMerchant(db, merchant_id, (tx) =>
        tx.sql.selectFrom('ledger_account').select('id').where('type', '=', type).executeTakeFirstOrThrow(),
      );
    const own = await findAccount(FIRST, 'available');
    const foreign = await findAccount(SECOND, 'bank_clearing');
    const transfer = {
      merchant_id: FIRST,
      id: 'lje_1',
      journal_id: 'jrn_1',
      debit_account: own.id,
      credit_account: foreign.id,
      amount: 1_000,
      kind: 'tenancy',
      reference_type: 'test',
      reference_id: '1',
      posted_at: AT,
    };
    const refused = /violates foreign key constraint/;
    await expect(
      asMerchant(db, FIRST, (tx) => tx.sql.insertInto('transfer').values(transfer).execute()),
    ).rejects.toThrow(refused);
    // This also holds for roles that bypass the policies.
    await expect(
      owner.query(
        `insert into app.transfer (merchant_id, id, journal_id, debit_account, credit_account, amount, kind, reference_type, reference_id, posted_at)
         values ($1, 'lje_1', 'jrn_1', $2, $3, 1000, 'tenancy', 'test', '1', now())`,
        [FIRST, own.id, foreign.id],
      ),
    ).rejects.toThrow(refused);
  });

  test('unique keys are per merchant', async () => {
    for (const merchant_id of [FIRST, SECOND])
      await asMerchant(db, merchant_id, (tx) => addEntry(tx, merchant_id, 'same'));
    await expect(asMerchant(db, FIRST, (tx) => addEntry(tx, FIRST, 'same'))).rejects.toThrow('duplicate key');
  });
});

describe('the provider and the login data', () => {
  test('the provider reads across merchants and writes only provider data', async () => {
    expect((await asPlatform(db, ownersSeen)).length).toBeGreaterThanOrEqual(MERCHANTS.length);
    await expect(asPlatform(db, (tx) => addEntry(tx, FIRST, 'provider'))).rejects.toThrow('permission denied');
  });

  test('merchants cannot read the login data, and the login role cannot read merchant data', async () => {
    await expect(asMerchant(db, FIRST, (tx) => tx.sql.selectFrom('login').select('email').execute())).rejects.toThrow(
      'permission denied',
    );
    await expect(asLogin(db, (tx) => tx.sql.selectFrom('merchant').select('code').execute())).rejects.toThrow(
      'permission denied',
    );
  });

  test('only the owner can truncate, drop or disable the policies', async () => {
    for (const statement of [
      'truncate app.idempotency_key',
      'drop table app.idempotency_key',
      'alter table app.idempotency_key disable row level security',
      'drop policy tenant on app.idempotency_key',
      'create table app.mine (id text)',
    ]) {
      await expect(asMerchant(db, FIRST, (tx) => sql.raw(statement).execute(tx.sql))).rejects.toThrow(
        /permission denied|must be owner/,
      );
    }
  });

  test('the entered role can be changed only by SQL, which is never built from input', async () => {
    // PostgreSQL allows SET to every role. Statements are never built from input, so it cannot be injected.
    const row = await asMerchant(db, FIRST, async (tx) => {
      await sql`select set_config('row_security', 'off', true)`.execute(tx.sql);
      return tx.sql.selectFrom('merchant').select('code').execute();
    }).catch((error: unknown) => String(error));
    expect(row).toContain('row-level security');
  });
});
