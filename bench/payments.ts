/** Payments of a large merchant: one year, evenly distributed, in every status, inserted with one statement. */
import type pg from 'pg';
import { rollUpTransactions } from '../server/src/transaction/roll-up.ts';
import { MERCHANT_ID, type BenchEnvironment } from './environment.ts';

export const DAYS = 365;
const DAY_MS = 86_400_000;

/** Number of rows: a million unless ROWS is set. */
export function getRowCount(otherwise = 1_000_000): number {
  const rows = Number(process.env.ROWS ?? otherwise);
  if (!Number.isSafeInteger(rows) || rows < 1_000) throw new Error('ROWS must be at least 1000.');
  return rows;
}

/** Inserts `rows` payments of the past year, statistics and hourly totals. Returns the end of the year. */
export async function insertPayments(environment: BenchEnvironment, rows: number): Promise<Date> {
  const now = new Date();
  const { owner } = environment;
  // Indexes are created afterwards, which is several times faster than updating them row by row.
  const indexes = await dropIndexes(owner, 'app.transaction');
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, merchant_reference, customer_name,
       customer_email, method, channel_code, amount, fee_amount, fee_vat_amount, net_amount, status, settlement_status,
       journal_id, source, description, issuer, rrn, provider, provider_reference, expires_at, paid_at, last_event_seq)
     select $1, 'txn_' || lpad(n::text, 26, '0'), at, at, 'ORDER-' || lpad(n::text, 9, '0'),
       (array['Rina Kusuma', 'Bayu Prasetyo', 'Maya Anjani', 'Dimas Nugroho'])[1 + n % 4],
       'pelanggan' || (n % 50000) || '@mail.example',
       case when n % 10 < 7 then 'qris' else 'virtual_account' end, case when n % 10 < 7 then null else 'BCA' end,
       amount, fee, vat, amount - fee - vat, status,
       case when status = 'success' then 'unsettled' end,
       case when status = 'success' then 'jnl_' || lpad(n::text, 26, '0') end,
       case when n % 10 < 5 then 'api' else 'dashboard' end, 'Kopi susu', 'GoPay', lpad((n % 1000000000)::text, 12, '6'),
       'bank', 'BS' || lpad(n::text, 14, '0'), at + interval '15 minutes',
       case when status = 'success' then at + interval '1 minute' end, 3
     from (
       select n, at, amount, status, case when status = 'success' then amount * 70 / 10000 else 0 end as fee,
         case when status = 'success' then amount * 70 / 10000 * 11 / 100 else 0 end as vat
       from (
         select n, $3::timestamptz - (($2::bigint - n)::double precision / $2::bigint) * interval '${DAYS} days' as at,
           10000 + (n * 7919) % 990000 as amount,
           (array['success', 'success', 'success', 'success', 'success', 'success', 'success', 'success', 'expired',
             'failed'])[1 + n % 10] as status
         from generate_series(1, $2::bigint) n) made) priced`,
    [MERCHANT_ID, rows, now],
  );
  await owner.query(`set maintenance_work_mem = '512MB'`);
  for (const definition of indexes) await owner.query(definition);
  await owner.query('vacuum (analyze) app.transaction');
  await rollUpTransactions(environment.db, now);
  await owner.query('vacuum (analyze) app.transaction_hour');
  return now;
}

/** Builds a range of days before the end. */
export const buildRange = (end: Date, days: number) => ({
  from: new Date(end.getTime() - days * DAY_MS).toISOString(),
  to: end.toISOString(),
});

/** Drops the indexes of a table that back no constraint and returns the statements that recreate them. */
export async function dropIndexes(owner: pg.Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
     where i.indrelid = $1::regclass and c.oid is null`,
    [table],
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}
