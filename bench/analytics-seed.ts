/**
 * Two years of a large, growing merchant for analytics: payments in every dimension, refunds and disbursements, and many small
 * merchants in addition. Rows are inserted by ranges in sets; the product's own jobs count them, and some days have changed
 * since.
 */
import * as duration from '@dasbor/contract/duration';
import type pg from 'pg';
import { rollUpDays } from '../server/src/analytics/roll-up.ts';
import { rollUpTransactions } from '../server/src/transaction/roll-up.ts';
import { type BenchEnvironment, MERCHANT_ID } from './environment.ts';
import { DAYS, dropIndexes } from './payments.ts';
import { insertMerchants } from './take-payment.ts';

/** Payments inserted by one statement. */
const CHUNK = 500_000;
const LINKS = 400;
/** Customers of the large merchant; a few of them pay far more often than the others. */
const CUSTOMERS = 50_000;
/** The year that is read, and the one before it, in which the growing merchant had a quarter of the payments. */
const SEEDED_DAYS = 2 * DAYS;
const EARLIER_SHARE = 4;
/** Small merchants, and the payments of each. */
const SMALL_MERCHANTS = Number(process.env.MERCHANTS ?? 1_000);
const SMALL_PAYMENTS = 200;
/** They began in the last quarter, so that counting them takes minutes. */
const SMALL_DAYS = 90;
/**
 * Days with a changed payment that the counts do not hold yet. They are counted every minute, in which a merchant with ten
 * million payments a year and 2 % of refunds changes 0.4 older payments. Each day more costs up to 60 ms.
 */
const MARKED_DAYS = 1;

const TABLES = [
  'transaction',
  'refund',
  'disbursement',
  'transaction_hour',
  'transaction_day',
  'transaction_wait_day',
  'transaction_hour_day',
  'payment_link_day',
  'payment_link_wait_day',
  'payment_link_month',
  'transaction_customer_day',
  'transaction_customer_month',
  'transaction_month',
  'transaction_wait_month',
  'transaction_hour_month',
  'payment_link_detail_month',
  'payment_link_wait_month',
  'refund_day',
  'refund_hour_day',
  'refund_wait_day',
  'disbursement_day',
  'disbursement_hour_day',
  'disbursement_wait_day',
];

export interface SeededYears {
  end: Date;
  lines: string[];
}

/** Inserts the two years that end now and counts them. `rows` are the payments of the later year. */
export async function seedYears(environment: BenchEnvironment, rows: number): Promise<SeededYears> {
  const { owner, db } = environment;
  const end = new Date();
  const lines: string[] = [];
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1_000;
    lines.push(`${name.padEnd(32)} ${seconds.toFixed(1)} s`);
  };
  await owner.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'; set synchronous_commit = off`);
  await insertLinks(owner);
  const indexes: string[] = [];
  for (const table of ['transaction', 'refund', 'disbursement'])
    indexes.push(...(await dropIndexes(owner, `app.${table}`)));
  const earlier = Math.floor(rows / EARLIER_SHARE);
  const small = await insertMerchants(environment, SMALL_MERCHANTS);
  await measure('insert payments', async () => {
    const start = new Date(end.getTime() - duration.days(DAYS));
    const large = { merchant_id: MERCHANT_ID, days: DAYS };
    await insertPayments(owner, { ...large, first: 1, last: earlier, end: start });
    await insertPayments(owner, { ...large, first: earlier + 1, last: earlier + rows, end });
    for (const merchant_id of small) {
      await insertPayments(owner, { merchant_id, first: 1, last: SMALL_PAYMENTS, end, days: SMALL_DAYS });
    }
  });
  await measure('insert refunds, disbursements', async () => {
    const count = Math.floor((rows + earlier) / 50);
    await insertRefunds(owner, count);
    await insertDisbursements(owner, count, end);
  });
  await measure('build indexes', async () => {
    for (const definition of indexes) await owner.query(definition);
    await owner.query('vacuum (analyze) app.transaction, app.refund, app.disbursement');
  });
  await measure('count', async () => {
    await rollUpTransactions(db, end);
    await rollUpDays(db, end);
  });
  await markDays(owner, end);
  await owner.query(`vacuum (analyze) ${TABLES.map((table) => `app.${table}`).join(', ')}`);
  const { rows: sizes } = await owner.query<{ name: string; rows: string; size: string }>(
    `select relname as name, reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size
     from pg_class where relnamespace = 'app'::regnamespace and relname = any ($1) order by pg_total_relation_size(oid) desc`,
    [TABLES],
  );
  lines.push(...sizes.map(({ name, rows: count, size }) => `${name.padEnd(32)} ${count} rows, ${size}`));
  return { end, lines };
}

/** Marks one hour of some days, as a refund of a payment of that hour does. */
const markDays = (owner: pg.Client, end: Date) =>
  owner.query(
    `insert into app.transaction_mark (merchant_id, hour, id)
     select $1, date_trunc('hour', $2::timestamptz - make_interval(days => 1 + 40 * n), 'UTC'), 'mark' || n
     from generate_series(0, $3 - 1) n`,
    [MERCHANT_ID, end, MARKED_DAYS],
  );

async function insertLinks(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into app.payment_link (merchant_id, id, slug, title, type, amount, channels, fee_bearer, language, status,
       created_by, created_by_name, created_at, updated_at)
     select $1, 'pl_' || lpad(n::text, 26, '0'), lpad(n::text, 12, '0'), 'Paket ' || n, 'multi_use', 5000, '["QRIS"]',
       'merchant', 'id', 'active', 'usr_1', 'Sari', now(), now()
     from generate_series(1, $2) n`,
    [MERCHANT_ID, LINKS],
  );
}

interface Payments {
  merchant_id: string;
  /** Numbers of the payments, evenly distributed over the days before the end. */
  first: number;
  last: number;
  end: Date;
  days: number;
}

/** Inserts the payments in chunks. A hash of the number chooses each dimension independently of the others. */
async function insertPayments(owner: pg.Client, payments: Payments): Promise<void> {
  const { first, last } = payments;
  for (let from = first; from <= last; from += CHUNK) {
    await insertChunk(owner, payments, { from, to: Math.min(last, from + CHUNK - 1) });
  }
}

const insertChunk = (
  owner: pg.Client,
  { merchant_id, first, last, end, days }: Payments,
  { from, to }: { from: number; to: number },
) =>
  owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, merchant_reference, customer_name,
       customer_email, method, channel_code, amount, fee_amount, fee_vat_amount, net_amount, refunded_amount, status,
       settlement_status, journal_id, source, description, issuer, rrn, provider, provider_reference, expires_at, paid_at,
       failure_code, failure_message, payment_link_id, last_event_seq)
     select $1, 'txn_' || lpad(n::text, 26, '0'), at, at, 'ORDER-' || lpad(n::text, 9, '0'), 'Pelanggan ' || customer,
       case when h4 % 10 < 6 then 'pelanggan' || customer || '@mail.example' end, method,
       case when method = 'virtual_account' then (array['BCA', 'BRI', 'MANDIRI', 'BNI', 'PERMATA'])[1 + h3 % 5] end,
       amount, fee, fee * 11 / 100, amount - fee - fee * 11 / 100, case when status = 'refunded' then amount else 0 end,
       status, case when fee > 0 then 'unsettled' end, case when fee > 0 then 'jnl_' || lpad(n::text, 26, '0') end, source, 'Kopi susu',
       case when method = 'qris' and fee > 0
         then (array['GoPay', 'OVO', 'DANA', 'ShopeePay', 'LinkAja', 'BCA', 'Mandiri', 'BRI'])[1 + h3 % 8] end,
       lpad((n % 1000000000)::text, 12, '6'), 'bank', 'BS' || lpad(n::text, 14, '0'), at + interval '15 minutes',
       case when fee > 0 then at + make_interval(secs => 5 + h2 % 800) end,
       case when status = 'failed' then (array['bank_refused', 'insufficient_funds', 'timeout'])[1 + h2 % 3] end,
       case when status = 'failed' then 'The bank declined the payment' end,
       case when source = 'payment_link' and $1 = $5 then 'pl_' || lpad((1 + h2 % ${LINKS})::text, 26, '0') end, 3
     from (
       select p.*, case when status in ('success', 'refunded') then greatest(amount * 70 / 10000, 1) else 0 end as fee
       from (
         select n, abs(hashint4(n)) as h2, abs(hashint4(n + 1000000007)) as h3, abs(hashint4(n + 2000000011)) as h4,
           $4::timestamptz - (($3::bigint - n)::double precision / ($3::bigint - $8::bigint + 1)) * make_interval(days => $7) as at,
           10000 + (n::bigint * 7919) % 990000 as amount,
           floor(${CUSTOMERS} * power((abs(hashint4(n * 3)) % 1000000) / 1000000.0, 2))::int as customer,
           case when abs(hashint4(n + 17)) % 10 < 7 then 'qris' else 'virtual_account' end as method,
           (array['api', 'api', 'dashboard', 'payment_link'])[1 + abs(hashint4(n + 29)) % 4] as source,
           (array['success', 'success', 'success', 'success', 'success', 'success', 'success', 'refunded', 'expired',
             'failed'])[1 + abs(hashint4(n + 43)) % 10] as status
         from generate_series($2::int, $6::int) n) p) priced`,
    [merchant_id, from, last, end, MERCHANT_ID, to, days, first],
  );

/** Refunds of the first payments. */
const insertRefunds = (owner: pg.Client, count: number) =>
  owner.query(
    `insert into app.refund (merchant_id, id, transaction_id, partner_reference_no, amount, reason, method, status,
       error_code, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at, completed_at)
     select t.merchant_id, 'rfd_' || right(t.id, 26), t.id, 'RF' || right(t.id, 26), t.amount,
       (array['duplicate', 'customer_request', 'fraud', 'other'])[1 + n % 4], 'original', s.status,
       case when s.status = 'failed' then 'bank_refused' end, 'user', 'usr_1', 'Sari', 'usr_1', t.created_at, t.created_at,
       case when s.status = 'succeeded' then t.created_at + make_interval(secs => 60 + n % 90000) end
     from generate_series(1, $2::int) n
     join app.transaction t on t.merchant_id = $1 and t.id = 'txn_' || lpad((n * 50)::text, 26, '0')
     cross join lateral (select (array['succeeded', 'succeeded', 'succeeded', 'failed', 'rejected'])[1 + n % 5] as status) s`,
    [MERCHANT_ID, count],
  );

async function insertDisbursements(owner: pg.Client, count: number, end: Date): Promise<void> {
  await owner.query(
    `insert into app.account_check (merchant_id, id, bank_code, account_no_sealed, account_last4, verified_name,
       created_by, created_at, expires_at)
     values ($1, 'ack_bench', '014', 'x', '0001', 'SITI', 'Sari', now(), now())`,
    [MERCHANT_ID],
  );
  await owner.query(
    `insert into app.disbursement (merchant_id, id, merchant_reference, account_check_id, bank_code, account_last4,
       verified_name, amount, fee_amount, fee_vat_amount, total_amount, rail, rail_choice, status, failure_code,
       partner_reference_no, requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at,
       completed_at)
     select $1, 'dsb_' || lpad(n::text, 26, '0'), 'GAJI-' || n, 'ack_bench',
       (array['014', '008', '002', '009'])[1 + n % 4], '0001', 'SITI', 10000 + n % 900000, 2500, 275,
       12775 + n % 900000, (array['bi_fast', 'online', 'skn'])[1 + n % 3], 'auto', s.status,
       case when s.status = 'failed' then 'account_closed' end, 'DS' || n, 'user', 'usr_1', 'Sari', 'usr_1', s.at, s.at,
       case when s.status = 'success' then s.at + make_interval(secs => 5 + n % 7200) end
     from generate_series(1, $2::int) n
     cross join lateral (select (array['success', 'success', 'success', 'success', 'failed'])[1 + n % 5] as status,
       $3::timestamptz - (($2::int - n)::double precision / $2::int) * interval '${SEEDED_DAYS} days' as at) s`,
    [MERCHANT_ID, count, end],
  );
}
