/**
 * Storage of each table on a database that is sharded with Citus: split by merchant_id over the nodes, copied to every
 * node, or kept on the coordinator. Parents come before the tables that refer to them.
 */
import type pg from 'pg';

/** Shared tables that tenants read: a copy on every node, so that queries of a merchant stay on one node. */
export const REFERENCE_TABLES = [
  'fee_rule',
  'refund_rule',
  'holiday',
  'settlement_term',
  'notification_action',
  'transfer_outage',
  'transfer_rail',
  'account_group',
  'announcement',
] as const;

/** Tables that must be found without a merchant, such as sign-in by email. They have no foreign key to other kinds. */
export const LOCAL_TABLES = [
  'login',
  'session',
  'refresh_token',
  'security_event',
  'sign_in_event',
  'password_history',
  'account_link',
  'account_request',
  'registration',
  'phone_code',
  'sms_outbox',
  'bot_check',
  'sign_in_failure',
  'sign_in_window',
  'totp',
  'recovery_code',
  'passkey',
  'passkey_challenge',
  'login_photo',
  'remembered_device',
  'unmatched_callback',
  'worker',
  'va_directory',
  'merchant_identifier',
  'account_group_event',
  'account_group_user',
  'account_group_invitation',
  'staff_invitation',
  'invoice_counter',
  'bank_statement',
  'bank_statement_line',
  'bank_statement_match',
  'bank_write_off',
  'provider_transfer',
  'payment_link_directory',
  'api_key_directory',
  'snap_credential_directory',
  'membership_directory',
  'bank_credential_directory',
  'saved_view',
  'user_idempotency_key',
  'analytics_board',
  'list_layout',
  'exception_handling',
  'ledger_finding',
  'provider_event',
  'provider_event_head',
  'named_lock',
  'bank_call_count',
  'bank_call_roll',
  'bank_circuit',
] as const;

/** The table that all distributed ones are co-located with. */
const ROOT = 'merchant';
const SHARD_COUNT = 32;
/** PostgreSQL allows 63 characters, and a shard appends its number. */
const CONSTRAINT_NAME_MAX = 54;

export interface ShardPlan {
  /** In the order of distribution: a table follows the tables that it refers to. */
  distributed: string[];
  reference: string[];
  local: string[];
}

interface Table {
  name: string;
  has_merchant: boolean;
}

/**
 * Classifies every table. Throws when one is neither of a merchant nor listed here, or is listed and missing; `is_partial`:
 * later migrations create what is missing.
 */
export async function planShards(client: Pick<pg.ClientBase, 'query'>, is_partial = false): Promise<ShardPlan> {
  const { rows: tables } = await client.query<Table>(`
    select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id'
      and a.attnotnull and not a.attisdropped) as has_merchant
    from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
  const names = new Set(tables.map(({ name }) => name));
  const listed: readonly string[] = [...REFERENCE_TABLES, ...LOCAL_TABLES];
  const distributed = tables.filter((table) => table.has_merchant && !listed.includes(table.name));
  const problems = [
    ...(is_partial
      ? []
      : listed.filter((name) => !names.has(name)).map((name) => `${name} is listed and does not exist`)),
    ...tables
      .filter((table) => !table.has_merchant && !listed.includes(table.name))
      .map(({ name }) => `${name} has no merchant_id and is not listed as a reference or local table`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return {
    distributed: await sortByReferences(
      client,
      distributed.map(({ name }) => name),
    ),
    reference: REFERENCE_TABLES.filter((name) => names.has(name)),
    local: LOCAL_TABLES.filter((name) => names.has(name)),
  };
}

/** Parents first; among equals by name, with the root table at the beginning. */
async function sortByReferences(client: Pick<pg.ClientBase, 'query'>, names: string[]): Promise<string[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(`
    select c.relname as child, p.relname as parent from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'app'::regnamespace and c.oid <> p.oid`);
  const sorted: string[] = [];
  let waiting = [ROOT, ...names.filter((name) => name !== ROOT)];
  while (waiting.length > 0) {
    const ready = waiting.filter((name) =>
      rows.every(({ child, parent }) => child !== name || !waiting.includes(parent)),
    );
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${waiting.join(', ')}`);
    sorted.push(...ready);
    waiting = waiting.filter((name) => !ready.includes(name));
  }
  return sorted;
}

/** Problems on a sharded database, as sentences. */
export async function listShardProblems(client: Pick<pg.ClientBase, 'query'>, plan: ShardPlan): Promise<string[]> {
  const { rows: long_names } = await client.query<{ name: string }>(
    `select k.conname as name from pg_constraint k where k.connamespace = 'app'::regnamespace and length(k.conname) > $1
     union
     select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
     where x.indisunique and i.relnamespace = 'app'::regnamespace and length(i.relname) > $1 order by 1`,
    [CONSTRAINT_NAME_MAX],
  );
  const { rows: keys } = await client.query<{ name: string; child: string; parent: string }>(`
    select k.conname as name, c.relname as child, p.relname as parent from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'app'::regnamespace order by 1`);
  const { rows: triggers } = await client.query<{ name: string; relation: string }>(`
    select t.tgname as name, c.relname as relation from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'app'::regnamespace order by 1`);
  const found: string[] = [];
  for (const check of CATALOGUE_CHECKS) {
    const { rows } = await client.query<{ problem: string }>(check, [
      plan.distributed,
      [...plan.local, ...plan.reference],
      plan.local,
    ]);
    for (const { problem } of rows) found.push(problem);
  }
  const findTableKind = (name: string): keyof ShardPlan =>
    plan.reference.includes(name) ? 'reference' : plan.local.includes(name) ? 'local' : 'distributed';
  const mayRefer = (child: keyof ShardPlan, parent: keyof ShardPlan): boolean =>
    child === parent || (child === 'distributed' && parent === 'reference');
  return [
    ...long_names.map(({ name }) => `constraint ${name} has more than ${CONSTRAINT_NAME_MAX} characters`),
    ...keys
      .filter(({ child, parent }) => !mayRefer(findTableKind(child), findTableKind(parent)))
      .map(
        (key) =>
          `${key.name}: the ${findTableKind(key.child)} table ${key.child} refers to ${key.parent} (${findTableKind(key.parent)})`,
      ),
    ...triggers.map(({ name, relation }) => `${relation} has the trigger ${name}`),
    ...found,
  ];
}

/**
 * Queries of problems in the catalogue. $1: tables that are distributed; $2: the others; $3: those on the coordinator only.
 * Each uses all three, because a parameter without a use has no type.
 */
const CATALOGUE_CHECKS = [
  `select format('%s: the key %s does not begin with merchant_id', c.relname, i.relname) as problem
   from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
   where c.relnamespace = 'app'::regnamespace and c.relname = any ($1::text[]) and $2::text[] is not null
     and $3::text[] is not null and (x.indisunique or x.indisexclusion)
     and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id'
       and a.attnum = x.indkey[0])
   order by 1`,
  `select format('%s: the policy %s %s', c.relname, p.polname, f.problem) as problem
   from pg_policy p join pg_class c on c.oid = p.polrelid
   cross join lateral (values (pg_get_expr(p.polqual, p.polrelid)), (pg_get_expr(p.polwithcheck, p.polrelid))) e (text)
   cross join lateral (values
     ('has a subquery', e.text ~* '\\mselect\\M'),
     ('compares with = instead of = any (array[…])', e.text ~ '= app\\.current_merchant\\(\\)')) f (problem, is_found)
   where c.relnamespace = 'app'::regnamespace and c.relname = any ($1::text[]) and $2::text[] is not null
     and $3::text[] is not null and f.is_found
   group by 1 order by 1`,
  `select format('%s has the rule %s', c.relname, r.rulename) as problem
   from pg_rewrite r join pg_class c on c.oid = r.ev_class
   where c.relnamespace = 'app'::regnamespace and c.relname = any ($1::text[] || $2::text[] || $3::text[])
   order by 1`,
  `select format('%s may %s %s', m.role, w.word, c.relname) as problem
   from pg_class c
   cross join (values ('app_merchant'), ('app_reader'), ('app_provider_reader'), ('app_search')) m (role)
   cross join (values ('select'), ('insert'), ('update'), ('delete')) w (word)
   where c.relnamespace = 'app'::regnamespace and c.relname = any ($2::text[]) and $1::text[] is not null
     and (w.word <> 'select' or c.relname = any ($3::text[])) and has_table_privilege(m.role, c.oid, w.word)
   order by 1`,
] as const;

/** The statements that distribute the tables, each to be run alone, as the owner, right after the migrations. */
export const buildDistribution = ({ distributed, reference }: ShardPlan): string[] => [
  // Otherwise a table with a foreign key to a reference table becomes a table of the coordinator.
  'set citus.enable_local_reference_table_foreign_keys = off',
  ...reference.map((name) => `select create_reference_table('app.${name}')`),
  ...distributed.map((name) =>
    name === ROOT
      ? `select create_distributed_table('app.${name}', 'merchant_id', shard_count => ${SHARD_COUNT})`
      : `select create_distributed_table('app.${name}', 'merchant_id', colocate_with => 'app.${ROOT}')`,
  ),
];

/** Names of the tables that are distributed or copied already; null when the database is not sharded. */
export async function listDistributed(client: Pick<pg.ClientBase, 'query'>): Promise<Set<string> | null> {
  const found = await client.query<{ is_sharded: boolean }>(
    `select to_regproc('create_distributed_table') is not null as is_sharded`,
  );
  if (found.rows[0]?.is_sharded !== true) return null;
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
    where c.relnamespace = 'app'::regnamespace`);
  return new Set(rows.map(({ name }) => name));
}

/** The tables of a plan that are not distributed yet. */
export const selectUndistributed = (
  { distributed, reference, local }: ShardPlan,
  done: ReadonlySet<string>,
): ShardPlan => ({
  distributed: distributed.filter((name) => !done.has(name)),
  reference: reference.filter((name) => !done.has(name)),
  local,
});

/** Distributes the tables that a migration has created. Does nothing on a database that is not distributed. */
export async function distributeNewTables(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const done = await listDistributed(client);
  if (done === null || !done.has(ROOT)) return;
  for (const statement of buildDistribution(selectUndistributed(await planShards(client, true), done))) {
    await client.query(statement);
  }
}
