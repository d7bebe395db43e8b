/** A settlement run over a million payments, up to the closed batch, against inserting the same lines and nothing else. */
import { toBusinessDay } from '@dasbor/contract/time';
import { settleMerchant } from '../server/src/settlement/run.ts';
import { type BenchmarkResult, median } from './benchmark.ts';
import { measureSequentially, formatNumber } from './load.ts';
import { dropIndexes, insertPayments, getRowCount } from './payments.ts';
import { MERCHANT_ID, type BenchEnvironment, startEnvironment } from './environment.ts';

const AGGREGATES = 5;
const COPIES = 3;
/** Share of the inserted payments that are paid (bench/payments.ts). */
const PAID_SHARE = 0.8;
/** A run finds, prices and locks what it stores, and stores it: as much again as the insert alone. */
const TARGET = 2;

/** Measures the run only: payments are updated afterwards, page by page in the background. */
export async function measureSettle(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const now = await insertPayments(environment, Math.ceil(getRowCount() / PAID_SHARE));
    await postPayments(environment, now);
    const { db, owner } = environment;
    const started = performance.now();
    // Settles all paid payments, so that the result does not depend on the day of the week.
    const result = await settleMerchant({ db, clock: { now: () => now } }, MERCHANT_ID, toBusinessDay(now), {
      is_early: true,
    });
    const elapsed_ms = performance.now() - started;
    if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);

    const { rows: batches } = await owner.query<Sums>(
      `select transaction_count::int as count, gross_amount as gross, fee_amount as fee, fee_vat_amount as vat,
         net_amount as net
       from app.settlement_batch where merchant_id = $1 and id = $2`,
      [MERCHANT_ID, result.id],
    );
    const settled = batches[0];
    const aggregate = async () => (await owner.query<Sums>(AGGREGATE, [MERCHANT_ID, now])).rows[0];
    const sums = await aggregate();
    if (settled === undefined || JSON.stringify(sums) !== JSON.stringify(settled)) {
      throw new Error(`The batch totals are ${JSON.stringify(settled)}, those of its payments ${JSON.stringify(sums)}`);
    }
    const aggregate_ms = median(await measureSequentially(AGGREGATES, aggregate));
    const bare_ms = median(await measureSequentially(COPIES, () => copyLines(environment, result.id)));
    const lines = [
      `${settled.count} payments of a year settled in ${formatNumber(elapsed_ms / 1000)} s; the total equals the aggregate`,
      `the same payments aggregated in SQL: ${formatNumber(aggregate_ms / 1000)} s; the run takes ${formatNumber(elapsed_ms / aggregate_ms)} times as long`,
      `the same lines inserted without any lookup: ${formatNumber(bare_ms / 1000)} s, ${formatNumber(bare_ms / aggregate_ms)} times the aggregate`,
    ];
    return { ratio: elapsed_ms / bare_ms, target: TARGET, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}

/** Lower bound of any run that stores lines: one statement copies them into a table with the same keys. */
async function copyLines({ owner }: BenchEnvironment, batch_id: string): Promise<void> {
  await owner.query('begin');
  await owner.query('create table app.bare_line (like app.settlement_line including all)');
  await owner.query(
    `insert into app.bare_line select l.* from app.settlement_line l where l.merchant_id = $1 and l.batch_id = $2`,
    [MERCHANT_ID, batch_id],
  );
  await owner.query('rollback');
}

interface Sums {
  count: number;
  gross: string;
  fee: string;
  vat: string;
  net: string;
}

const AGGREGATE = `select count(*)::int as count, sum(t.amount)::bigint as gross, sum(t.fee_amount)::bigint as fee,
    sum(t.fee_vat_amount)::bigint as vat, sum(t.net_amount)::bigint as net
  from app.transaction t where t.merchant_id = $1 and t.settlement_status = 'unsettled' and t.paid_at < $2`;

/** Posts the payments to the ledger: three folded transfers each. */
async function postPayments({ owner }: BenchEnvironment, now: Date): Promise<void> {
  const indexes = await dropIndexes(owner, 'app.transfer');
  // Foreign keys hold by construction.
  await owner.query(`set session_replication_role = 'replica'`);
  await owner.query(
    `insert into app.transfer (merchant_id, id, journal_id, debit_account, credit_account, amount, kind, reference_type,
       reference_id, posted_at)
     select t.merchant_id, 'trf_' || v.seq || substr(t.id, 6), t.journal_id, d.id, c.id, v.amount, v.kind,
       'transaction', t.id, t.paid_at
     from app.transaction t
     cross join lateral (values
       (1, 'payment', 'provider_receivable', 'pending_settlement', t.amount),
       (2, 'payment_fee', 'pending_settlement', 'fees_paid', t.fee_amount),
       (3, 'payment_fee_vat', 'pending_settlement', 'vat_paid', t.fee_vat_amount)) as v (seq, kind, debit, credit, amount)
     join app.ledger_account d on d.merchant_id = $1 and d.type = v.debit
     join app.ledger_account c on c.merchant_id = $1 and c.type = v.credit
     where t.merchant_id = $1 and t.status = 'success'`,
    [MERCHANT_ID],
  );
  await owner.query(
    `insert into app.account_balance (merchant_id, account_id, debits, credits, folded_at)
     select $1, side.account_id, sum(side.debit), sum(side.credit), $2
     from app.transfer f
     cross join lateral (values (f.debit_account, f.amount, 0), (f.credit_account, 0, f.amount))
       as side (account_id, debit, credit)
     where f.merchant_id = $1 group by side.account_id`,
    [MERCHANT_ID, now],
  );
  await owner.query(`set session_replication_role = 'origin'`);
  for (const definition of indexes) await owner.query(definition);
  await owner.query('vacuum (analyze) app.transfer');
}
