import { readFileSync, readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../src/db/connect.ts';
import { enqueue } from '../src/db/enqueue.ts';
import { migrate } from '../src/db/migrate.ts';
import { asLogin, asMerchant } from '../src/db/tx.ts';
import { createManualClock } from '../src/db/clock.ts';
import { settleMerchant } from '../src/settlement/run.ts';
import { upsertSetting } from '../src/settlement/setting-queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA, ensurePeople } from '../src/sandbox/people.ts';
import { type TestDatabase, createTestDatabase, openDatabase, openOwnerClient } from './database.ts';
import { insertPayment } from './settlement-payments.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('of two concurrent starts on an empty database one applies all files, the other none', async () => {
  const empty = await createTestDatabase('nothing');
  const roles = { web_password: 'again-web', jobs_password: 'again-jobs' };
  const runs = await Promise.all([migrate(empty.owner_url, roles), migrate(empty.owner_url, roles)]);
  const files = readdirSync(new URL('../migrations/', import.meta.url)).sort();
  expect(runs.map((run) => run.applied)).toEqual(expect.arrayContaining([[], files]));
  await empty.drop();
});

test('an edited migration is rejected', async () => {
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  await client.query(`update public.dasbor_migration set sha256 = 'edited' where name = '0001_doors.sql'`);
  await client.end();
  await expect(migrate(database.owner_url, { web_password: 'x', jobs_password: 'y' })).rejects.toThrow(
    'Migration 0001_doors.sql was edited',
  );
});

test('a start collects planner statistics of tables that were never analyzed', async () => {
  const { client, database: grown, close } = await openOwnerClient('nothing');
  const roles = { web_password: 'again-web', jobs_password: 'again-jobs' };
  await migrate(grown.owner_url, roles);
  await client.query('alter table app.unfolded_journal set (autovacuum_enabled = false)');
  await client.query(
    `insert into app.unfolded_journal (merchant_id, journal_id, posted_at)
     select $1, 'jrn_' || n, now() from generate_series(1, 5000) n`,
    [KOPI_NUSANTARA.merchant_id],
  );
  await migrate(grown.owner_url, roles);
  const { rows } = await client.query(
    `select reltuples::int as rows from pg_class where oid = 'app.unfolded_journal'::regclass`,
  );
  expect(rows).toEqual([{ rows: 5_000 }]);
  await close();
});

test('jobs that were queued under a former name run under the present one', async () => {
  const upgraded = await createTestDatabase();
  const client = new pg.Client({ connectionString: upgraded.owner_url });
  await client.connect();
  const add = (task: string, id: string) =>
    client.query(`select graphile_worker.add_job($1, json_build_object('id', $2::text), job_key => $1 || ':' || $2)`, [
      task,
      id,
    ]);
  await add('ask_bank_about_deposit_va', 'one');
  await add('ask_bank_about_deposit_va', 'two');
  await add('sync_deposit_va', 'two');
  await add('drop_refunds_of_reversed', 'three');
  await add('tell_settled_payments', 'four');
  await add('settle_merchant', 'five');
  await client.query(readFileSync(new URL('../migrations/0086_renamed_jobs.sql', import.meta.url), 'utf8'));
  await client.query('alter table app.payment_link_email rename to payment_link_mail');
  await client.query('alter index app.payment_link_email_newest rename to payment_link_mail_newest');
  await client.query('alter index app.payment_link_email_of_link rename to payment_link_mail_of');
  await add('send_payment_link_mail', 'six');
  await add('mail_export', 'seven');
  await client.query(readFileSync(new URL('../migrations/0304_payment_link_email.sql', import.meta.url), 'utf8'));
  const { rows } = await client.query<Record<'task' | 'key' | 'id', string>>(
    `select t.identifier as task, j.key, j.payload ->> 'id' as id from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
  );
  await client.end();
  await upgraded.drop();
  expect(rows).toEqual([
    { task: 'sync_deposit_va', key: 'sync_deposit_va:one', id: 'one' },
    { task: 'sync_deposit_va', key: 'ask_bank_about_deposit_va:two', id: 'two' },
    { task: 'sync_deposit_va', key: 'sync_deposit_va:two', id: 'two' },
    { task: 'reject_refunds_of_reversed', key: 'reject_refunds_of_reversed:three', id: 'three' },
    { task: 'sync_settled_payments', key: 'sync_settled_payments:four', id: 'four' },
    { task: 'settle_merchant', key: 'settle_merchant:five', id: 'five' },
    { task: 'send_payment_link_email', key: 'send_payment_link_mail:six', id: 'six' },
    { task: 'send_export_email', key: 'mail_export:seven', id: 'seven' },
  ]);
});

test('stored column layouts and exports keep their columns under the present names', async () => {
  const { client, close } = await openOwnerClient('people');
  const user = `(select user_id from app.login where email = 'platform_support@dasbor.example')`;
  const columns = ['account', 'account_name', 'amount'].map((id, at) => ({ id, is_visible: at > 0 }));
  for (const list of ['disbursements', 'balance-history']) {
    await client.query(
      `insert into app.list_layout (user_id, list, columns, updated_at) values (${user}, $1, $2, now())`,
      [list, JSON.stringify(columns)],
    );
  }
  await client.query('alter table app.export no force row level security');
  const requests = {
    disbursements: 'given_name,account_name,account',
    refunds: 'id, beneficiary_account',
    deposits: 'id',
  };
  for (const [list, names] of Object.entries(requests)) {
    await client.query(
      `insert into app.export (merchant_id, id, message_id, list, format, request, status, created_by, created_by_name,
         created_at, seen_at)
       values ($1, $2, $2, $2, 'csv', $3, 'waiting', 'usr_1', 'Sari', now(), now())`,
      [KOPI_NUSANTARA.merchant_id, list, { params: {}, query: { columns: names, status: 'failed' } }],
    );
  }
  const migration = readFileSync(new URL('../migrations/0267_account_field_names.sql', import.meta.url), 'utf8');
  for (const update of migration.match(/^update [^;]*;/gm) ?? []) await client.query(update);
  const layouts = await client.query('select list, columns from app.list_layout order by list');
  const exports = await client.query(`select list, request -> 'query' as query from app.export order by list`);
  await close();
  expect(layouts.rows).toEqual([
    { list: 'balance-history', columns },
    {
      list: 'disbursements',
      columns: [
        { id: 'account_last4', is_visible: false },
        { id: 'verified_name', is_visible: true },
        { id: 'amount', is_visible: true },
      ],
    },
  ]);
  expect(exports.rows).toEqual([
    { list: 'deposits', query: { columns: 'id', status: 'failed' } },
    { list: 'disbursements', query: { columns: 'account_name,verified_name,account_last4', status: 'failed' } },
    { list: 'refunds', query: { columns: 'id,beneficiary_account_last4', status: 'failed' } },
  ]);
});

test('a key that a key created belongs to the person at the origin; a key without a known person is revoked', async () => {
  const { client, close } = await openOwnerClient('people');
  const { merchant_id } = KOPI_NUSANTARA;
  for (const table of ['api_key', 'audit_log'])
    await client.query(`alter table app.${table} no force row level security`);
  await client.query('alter table app.api_key drop constraint api_key_owner');
  await client.query('delete from app.api_key');
  // Where the merchant of a person was at the time.
  await client.query('alter table app.login add column merchant_id text');
  const addPerson = async (email: string, name: string) => {
    const { rows } = await client.query<{ user_id: string }>(
      'update app.login set merchant_id = $1, name = $2 where email = $3 returning user_id',
      [merchant_id, name, email],
    );
    return { user_id: rows[0]?.user_id ?? '', name };
  };
  const person = await addPerson('superadmin@kopi.example', 'Sari');
  const other = await addPerson('finance@kopi.example', 'Fitri');
  const keys: [id: string, created_by: string, creator?: [type: string, id: string]][] = [
    ['first', person.name, ['user', person.user_id]],
    // Named as its creator, a key, was named: its person is found by identity only.
    ['second', other.name, ['api_key', 'first']],
    ['third', other.name, ['api_key', 'second']],
    ['orphan', other.name, ['api_key', 'a key that nobody created']],
    ['sandbox', other.name],
    ['unknown', 'Nobody of this name'],
  ];
  for (const [seq, [id, created_by, creator]] of keys.entries()) {
    await client.query(
      `insert into app.api_key (merchant_id, id, name, prefix, last4, secret_hash, access, created_by, created_at)
       values ($1, $2, $2, 'sk_test', 'last', $2, '[]', $3, now())`,
      [merchant_id, id, created_by],
    );
    if (creator === undefined) continue;
    await client.query(
      `insert into app.audit_log (merchant_id, seq, at, actor_type, actor_id, action, object_type, object_id, prev_hash, hash)
       values ($1, $2, now(), $3, $4, 'api_key.created', 'api_key', $5, '', '')`,
      [merchant_id, 1_000 + seq, ...creator, id],
    );
  }
  const migration = readFileSync(new URL('../migrations/0043_key_owner.sql', import.meta.url), 'utf8');
  const statements = migration.match(/^(with recursive|update app\.api_key) [^;]*;/gm) ?? [];
  expect(statements).toHaveLength(3);
  for (const statement of statements) await client.query(statement);
  const { rows } = await client.query<{ id: string }>(
    'select id, owner_id, revoked_at is not null as is_revoked from app.api_key',
  );
  await close();
  expect(Object.fromEntries(rows.map(({ id, ...key }) => [id, key]))).toEqual({
    first: { owner_id: person.user_id, is_revoked: false },
    second: { owner_id: person.user_id, is_revoked: false },
    third: { owner_id: person.user_id, is_revoked: false },
    orphan: { owner_id: null, is_revoked: true },
    sandbox: { owner_id: other.user_id, is_revoked: false },
    unknown: { owner_id: null, is_revoked: true },
  });
});

test('payments that wait for their settlement get their journal, and open batches their totals', async () => {
  const { owner: client, db, close } = await openDatabase('people');
  const { merchant_id } = KOPI_NUSANTARA;
  const clock = createManualClock(new Date('2026-12-14T03:00:00Z'));
  const plan = { method: 'qris', channel_code: null, amount: 100_000 } as const;
  await asMerchant(db, merchant_id, (tx) => upsertSetting(tx, merchant_id, { minimum_amount: 1_000_000 }, clock.now()));
  for (const hour of [1, 2]) {
    await insertPayment(db, merchant_id, { ...plan, paid_at: new Date(clock.now().getTime() - hour * 3_600_000) });
  }
  const options = { is_early: true };
  expect((await settleMerchant({ db, clock }, merchant_id, '2026-12-14', options)).outcome).toBe('collecting');
  const read = async () => ({
    payments: (await client.query(`select id, journal_id from app.transaction order by id`)).rows,
    batches: (await client.query(`select * from app.settlement_batch`)).rows,
  });
  const before = await read();
  expect(before.payments).toHaveLength(2);
  expect(before.batches).toMatchObject([{ transaction_count: 2, gross_amount: '200000' }]);

  await client.query('alter table app.transaction drop column journal_id');
  await client.query(
    `update app.settlement_batch set transaction_count = 0, gross_amount = 0, fee_amount = 0, fee_vat_amount = 0,
       net_amount = 0, period_from = null, period_to = null`,
  );
  for (const name of ['0305_payment_journal.sql', '0306_batch_totals.sql']) {
    await client.query(readFileSync(new URL(`../migrations/${name}`, import.meta.url), 'utf8'));
  }
  expect(await read()).toEqual(before);
  await close();
});

test('a merchant sees only itself, and a job exists if and only if its transaction commits', async () => {
  const db = connect(database.web_url, { max: 2, on_error: () => undefined });
  try {
    await ensurePeople({ db }, new Date());
    const seen = await asMerchant(db, KOPI_NUSANTARA.merchant_id, (tx) =>
      tx.sql.selectFrom('merchant').select('code').execute(),
    );
    expect(seen).toEqual([{ code: 'KOPI' }]);
    await asMerchant(db, BATIK_LESTARI.merchant_id, (tx) => enqueue(tx, 'kept', { n: 1 }));
    await expect(
      asMerchant(db, BATIK_LESTARI.merchant_id, async (tx) => {
        await enqueue(tx, 'lost', { n: 2 });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(asLogin(db, (tx) => tx.sql.selectFrom('transaction').select('id').execute())).rejects.toThrow(
      'permission denied',
    );
  } finally {
    await db.kysely.destroy();
  }
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  const jobs = await client.query<{ task_identifier: string }>('select task_identifier from graphile_worker.jobs');
  await client.end();
  expect(jobs.rows).toEqual([{ task_identifier: 'kept' }]);
});
