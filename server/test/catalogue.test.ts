/**
 * Tenant isolation, checked in the database catalogue. Tables, roles and functions of later migrations are covered
 * automatically; exceptions are listed here with their reason.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_TABLES, REFERENCE_TABLES as SHARED_TABLES } from '../src/db/shard-tables.ts';
import { type TestDatabase, openOwnerClient } from './database.ts';

/** Reviewed security definer functions. */
const DEFINER_FUNCTIONS = [
  'count_jobs',
  'enqueue',
  'list_failing_jobs',
  'list_jobs',
  'list_schedule_runs',
  'next_invoice_number',
  'retry_job',
  'search_all_merchants',
  'search_beneficiaries',
  'search_deposits',
  'search_disbursements',
  'search_newest',
  'search_transactions',
  'search_virtual_accounts',
  'search_visible',
];
/** Tables that a search function reads as the role app_search. */
const SEARCHED_TABLES = [
  'transaction',
  'virtual_account',
  'qris_payment',
  'payment_link',
  'refund',
  'deposit',
  'disbursement',
  'disbursement_batch',
  'beneficiary',
];
/** What the role that records paid callbacks may do, by table. */
const INTAKE_READS = ['ledger_account', 'merchant', 'merchant_fee_rule', 'webhook_endpoint'];
const INTAKE_WRITES = [
  'notification_email_outbox',
  'qris_payment',
  'rail_external_id',
  'rail_log',
  'transaction',
  'transaction_event',
  'transaction_mark',
  'transfer',
  'unfolded_journal',
  'webhook_event',
];
/** Tables that authentication reads before it knows the merchant. */
const LOGIN_READS = ['ip_allow_list', 'membership', 'role'];
/** Tables that are read over many merchants. */
const READER_READS = [
  'account_check',
  'bank_account',
  'day_mark',
  'day_roll',
  'disbursement',
  'disbursement_day',
  'disbursement_hour_day',
  'disbursement_wait_day',
  'merchant',
  'payment_link_day',
  'payment_link_detail_month',
  'payment_link_wait_day',
  'payment_link_wait_month',
  'refund',
  'refund_day',
  'refund_hour_day',
  'refund_wait_day',
  'settlement_batch',
  'settlement_line',
  'transaction',
  'transaction_day',
  'transaction_hour',
  'transaction_hour_day',
  'transaction_hour_month',
  'transaction_mark',
  'transaction_month',
  'transaction_roll',
  'transaction_wait_day',
  'transaction_wait_month',
  'webhook_delivery',
  'webhook_event',
];
/** What only the provider's staff reads over many merchants. */
const PROVIDER_READS: readonly string[] = ['invoice', 'payment_link', 'virtual_account'];
const READER_ROLES = ['app_reader', 'app_provider_reader'];
const APP_ROLES = ['app_merchant', 'app_platform', 'app_login', 'app_search', 'app_intake', ...READER_ROLES];

let database: TestDatabase;
let client: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, client, close } = await openOwnerClient());
});
afterAll(() => close());

async function names(query: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query, values);
  return rows.map((row) => row.name).sort();
}

/** Tables of the product that belong to merchants, as a relation `tenant(oid, relname, merchant_attnum)`. */
const TENANT = `
  with tenant as (
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, a.attnum as merchant_attnum
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id' and a.attnotnull and not a.attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p'))`;

describe('tables of merchants', () => {
  test('every table belongs to merchants or is listed here', async () => {
    const all = await names(
      `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')`,
    );
    const tenant = await names(`${TENANT} select relname as name from tenant`);
    expect(tenant.length).toBeGreaterThan(10);
    const others = all.filter((name) => !tenant.includes(name));
    expect(others.filter((name) => !([...SHARED_TABLES, ...LOCAL_TABLES] as string[]).includes(name))).toEqual([]);
  });

  test('row-level security is enabled and forced, with the two policies of app.protect', async () => {
    expect(
      await names(`${TENANT} select relname as name from tenant where not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([]);
    const policies = await client.query<Record<'relname' | 'policy', string>>(`${TENANT}
      select t.relname, concat_ws(' ', p.polname, p.polcmd, p.polpermissive, pg_get_expr(p.polqual, p.polrelid),
        pg_get_expr(p.polwithcheck, p.polrelid), p.polroles::regrole[]::text) as policy
      from tenant t left join pg_policy p on p.polrelid = t.oid`);
    const expected = [
      'platform * t true true {app_platform}',
      'tenant * t (merchant_id = ANY (ARRAY[app.current_merchant()])) (merchant_id = ANY (ARRAY[app.current_merchant()])) {app_merchant}',
    ];
    for (const [table, rows] of Map.groupBy(policies.rows, (row) => row.relname)) {
      const found = rows.map((row) => row.policy).sort();
      const allowed = [
        ...expected,
        ...(SEARCHED_TABLES.includes(table) ? ['search r t true {app_search}'] : []),
        ...(LOGIN_READS.includes(table) ? ['login r t true {app_login}'] : []),
        ...(INTAKE_READS.includes(table) ? ['intake r t true {app_intake}'] : []),
        ...(INTAKE_WRITES.includes(table) ? ['intake * t true true {app_intake}'] : []),
        ...(PROVIDER_READS.includes(table) ? ['provider_reader r t true {app_provider_reader}'] : []),
        ...(READER_READS.includes(table)
          ? [
              'provider_reader r t true {app_provider_reader}',
              'reader r t (merchant_id = ANY (app.visible_merchants())) {app_reader}',
            ]
          : []),
      ].sort();
      expect(found, table).toEqual(allowed);
    }
  });

  test('merchant_id leads every primary, unique and foreign key between them', async () => {
    expect(
      await names(`${TENANT} select relname as name from tenant t
        where not exists (select 1 from pg_constraint k where k.conrelid = t.oid and k.contype = 'p')`),
    ).toEqual([]);
    expect(
      await names(`${TENANT} select k.conname as name from pg_constraint k join tenant t on t.oid = k.conrelid
        where k.contype in ('p', 'u', 'x') and k.conkey[1] <> t.merchant_attnum`),
    ).toEqual([]);
    expect(
      await names(`${TENANT} select k.conname as name from pg_constraint k join tenant t on t.oid = k.conrelid
        join tenant r on r.oid = k.confrelid
        where k.contype = 'f' and (k.conkey[1] <> t.merchant_attnum or k.confkey[1] <> r.merchant_attnum)`),
    ).toEqual([]);
    expect(
      await names(`${TENANT} select i.indexrelid::regclass::text as name from pg_index i join tenant t on t.oid = i.indrelid
        where i.indisunique and i.indkey[0] <> t.merchant_attnum`),
    ).toEqual([]);
  });

  test('no foreign key connects merchant tables with the login data', async () => {
    expect(
      await names(
        `${TENANT} select k.conname as name from pg_constraint k
         join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
         where k.contype = 'f' and ((c.oid in (select oid from tenant)) <> (r.oid in (select oid from tenant)))
           and r.relname <> all ($1)`,
        [SHARED_TABLES],
      ),
    ).toEqual([]);
  });

  test('there are no triggers, rules, deferred constraints or inheritance', async () => {
    const in_app = `join pg_class c on c.oid = x.tgrelid and c.relnamespace = 'app'::regnamespace`;
    expect(await names(`select x.tgname as name from pg_trigger x ${in_app} where not x.tgisinternal`)).toEqual([]);
    expect(
      await names(`select r.rulename as name from pg_rewrite r join pg_class c on c.oid = r.ev_class
        where c.relnamespace = 'app'::regnamespace and c.relkind <> 'v'`),
    ).toEqual([]);
    expect(
      await names(`select conname as name from pg_constraint
        where connamespace = 'app'::regnamespace and (condeferrable or contype = 't')`),
    ).toEqual([]);
    expect(
      await names(`select i.inhrelid::regclass::text as name from pg_inherits i
        join pg_class c on c.oid = i.inhrelid where c.relnamespace = 'app'::regnamespace and not c.relispartition`),
    ).toEqual([]);
  });
});

describe('privileges', () => {
  test('no role but the owner may truncate, reference or add triggers', async () => {
    expect(
      await names(`select c.relname || ' ' || a.privilege_type || ' ' || a.grantee::regrole as name
        from pg_class c, aclexplode(c.relacl) a
        where c.relnamespace = 'app'::regnamespace and a.grantee <> c.relowner
          and a.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`),
    ).toEqual([]);
  });

  test('roles that read over many merchants have no right to write, and read no sealed column', async () => {
    for (const role of READER_ROLES) {
      for (const right of ['insert', 'update', 'delete']) {
        const held = await names(
          `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')
             and (has_table_privilege($1, oid, $2) or ($2 <> 'delete' and has_any_column_privilege($1, oid, $2)))`,
          [role, right],
        );
        expect(held, `${role} ${right}`).toEqual([]);
      }
      expect(
        await names(
          `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
           where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
             and a.attname ~ '(sealed|encrypted|hash|secret)' and has_column_privilege($1, c.oid, a.attnum, 'select')`,
          [role],
        ),
      ).toEqual([]);
    }
  });

  test('nothing is granted to PUBLIC', async () => {
    expect(
      await names(`select c.relname as name from pg_class c, aclexplode(c.relacl) a
        where c.relnamespace = 'app'::regnamespace and a.grantee = 0`),
    ).toEqual([]);
    expect(
      await names(`select p.proname as name from pg_proc p
        left join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a on true
        where p.pronamespace = 'app'::regnamespace and p.prosecdef and a.grantee = 0`),
    ).toEqual([]);
  });

  test('tenants have no access to the login data, and can only read shared tables', async () => {
    for (const role of ['app_merchant', 'app_search', ...READER_ROLES]) {
      for (const right of ['select', 'insert', 'update', 'delete']) {
        const held = await names(
          `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relname = any ($1)
             and has_table_privilege($2, oid, $3)`,
          [right === 'select' ? LOCAL_TABLES : [...LOCAL_TABLES, ...SHARED_TABLES], role, right],
        );
        expect(held, `${role} ${right}`).toEqual([]);
      }
    }
  });

  test('the ledger and the audit log are insert-only', async () => {
    for (const table of ['transfer', 'audit_log', 'transaction_event']) {
      for (const role of [...APP_ROLES, `${await webRole()}`]) {
        const { rows } = await client.query<{ held: boolean }>(
          `select has_table_privilege($1, 'app.' || $2, 'update') or has_table_privilege($1, 'app.' || $2, 'delete')
             or has_any_column_privilege($1, 'app.' || $2, 'update') as held`,
          [role, table],
        );
        expect(rows[0]?.held, `${role} on ${table}`).toBe(false);
      }
    }
  });

  test('security definer functions are the reviewed ones, with a fixed search path', async () => {
    const { rows } = await client.query<{ name: string; config: string[] | null; owner_is_super: boolean }>(
      `select p.proname as name, p.proconfig as config, r.rolsuper or r.rolbypassrls as owner_is_super
       from pg_proc p join pg_roles r on r.oid = p.proowner
       where p.prosecdef and p.pronamespace = 'app'::regnamespace`,
    );
    expect(rows.map((row) => row.name).sort()).toEqual(DEFINER_FUNCTIONS);
    for (const { name, config, owner_is_super } of rows) {
      expect(config?.join(), name).toMatch(/search_path=.*pg_temp$/);
      expect(owner_is_super, `${name} belongs to a role that stands above the policies`).toBe(false);
    }
  });

  test('no view bypasses the policies', async () => {
    expect(
      await names(`select relname as name from pg_class where relnamespace = 'app'::regnamespace
        and relkind in ('v', 'm') and not coalesce('security_invoker=true' = any (reloptions), false)`),
    ).toEqual([]);
  });
});

describe('roles', () => {
  test('no application role can bypass policies, create roles or databases, or log in', async () => {
    const web = await webRole();
    const { rows } = await client.query<Record<string, unknown>>(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolinherit, rolcanlogin
       from pg_roles where rolname = any ($1)`,
      [[...APP_ROLES, web, web.replace(/_web$/, '_jobs')]],
    );
    expect(rows).toHaveLength(APP_ROLES.length + 2);
    for (const { rolname, rolcanlogin, rolinherit, ...powers } of rows) {
      expect(powers, String(rolname)).toEqual({
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
      });
      expect(rolcanlogin, String(rolname)).toBe(!APP_ROLES.includes(String(rolname)));
      // A login role has the privileges of an application role only after entering it.
      expect(rolcanlogin && rolinherit, String(rolname)).toBe(false);
    }
  });

  test('the login role owns nothing and has no privilege on any table', async () => {
    const web = await webRole();
    expect(await names(`select relname as name from pg_class where relowner = $1::regrole`, [web])).toEqual([]);
    expect(
      await names(
        `select c.relname as name from pg_class c, aclexplode(c.relacl) a
         where c.relnamespace = 'app'::regnamespace and a.grantee = $1::regrole`,
        [web],
      ),
    ).toEqual([]);
    expect(
      await names(
        `select r.rolname as name from pg_auth_members m join pg_roles r on r.oid = m.roleid where m.member = $1::regrole`,
        [web],
      ),
    ).toEqual(['app_intake', 'app_login', 'app_merchant', 'app_platform', 'app_provider_reader', 'app_reader']);
  });
});

/** The login role of the template database, which its copies share. */
const webRole = async (): Promise<string> => new URL(database.web_url).username;
