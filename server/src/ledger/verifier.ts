/**
 * Recomputes the ledger from its transfers and compares it with everything derived from it. Read-only; every check is one
 * statement per merchant and therefore sees a consistent snapshot.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { DB } from '../db/schema.gen.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { buildBusinessDay } from './business-day.ts';
import { buildCommissionCheck, buildStatementCheck } from './commission-checks.ts';
import { PROVIDER_CHECKS } from './provider-checks.ts';
import { ROLL_UP_CHECKS } from './roll-up-checks.ts';
import {
  buildBatchTotalCheck,
  buildFloorCheck,
  buildLineCheck,
  buildPostingChecks,
  buildRefundTotalCheck,
} from './feature-checks.ts';

type MerchantDiscrepancyKind =
  | 'balance_differs'
  | 'hours_differ'
  | 'days_differ'
  | 'payment_not_posted'
  | 'payment_posted_wrong'
  | 'posting_without_payment'
  | 'net_differs'
  | 'timeline_differs'
  | 'posting_differs'
  | 'refunds_differ'
  | 'batch_differs'
  | 'line_differs'
  | 'commission_differs'
  | 'commission_statement_differs'
  | 'below_floor'
  | keyof typeof ROLL_UP_CHECKS;

interface LedgerDiscrepancy {
  /** null: the provider's own ledger. */
  merchant_id: string | null;
  kind: MerchantDiscrepancyKind | keyof typeof PROVIDER_CHECKS;
  /** Id of the account, payment, batch or write-off concerned, or the hour of a wrong total. */
  object_id: string;
  detail: string;
}

export interface VerificationResult {
  merchants: number;
  transfers: number;
  discrepancies: LedgerDiscrepancy[];
}

/** Large ledgers need longer than the statement timeout of requests. */
const TIMEOUT = '60s';
/** Discrepancies of one check of one merchant. */
export const FOUND_PER_CHECK_MAX = 1_000;

/** Verifies every merchant and the provider. The ledger is consistent when there are no discrepancies. */
export async function verifyLedger(db: Db): Promise<VerificationResult> {
  const merchants = await asPlatform(db, (tx) =>
    tx.sql.selectFrom('merchant').select('merchant_id').orderBy('merchant_id').execute(),
  );
  const result: VerificationResult = { merchants: merchants.length, transfers: 0, discrepancies: [] };
  for (const { merchant_id } of merchants) {
    await asMerchant(db, merchant_id, async (tx) => {
      // Whole tables are compared, so hash joins are right; without statistics the planner would choose nested loops. The
      // plans suit every merchant: planning the checks for each of them takes longer than most checks.
      await sql`
        select set_config('statement_timeout', ${TIMEOUT}, true), set_config('enable_nestloop', 'off', true),
          set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx.sql);
      for (const [kind, check] of Object.entries(CHECKS) as [MerchantDiscrepancyKind, Check][]) {
        for (const statement of [check(merchant_id)].flat()) {
          for (const row of await findFirst(tx.sql, statement))
            result.discrepancies.push({ merchant_id, kind, ...row });
        }
      }
      result.transfers += await countTransfers(tx);
    });
  }
  for (const discrepancy of await verifyProvider(db)) result.discrepancies.push(discrepancy);
  return result;
}

/** Verifies the provider's own ledger and its bank statements. */
export const verifyProvider = (db: Db): Promise<LedgerDiscrepancy[]> =>
  asPlatform(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${TIMEOUT}, true)`.execute(tx.sql);
    const found: LedgerDiscrepancy[] = [];
    for (const [kind, check] of Object.entries(PROVIDER_CHECKS) as [keyof typeof PROVIDER_CHECKS, Statement][]) {
      for (const row of await findFirst(tx.sql, check)) found.push({ merchant_id: null, kind, ...row });
    }
    return found;
  });

interface Row {
  object_id: string;
  detail: string;
}
type Statement = RawBuilder<Row>;

/** The first discrepancies of a check: a table that was overwritten has as many as rows. */
async function findFirst(db: Kysely<DB>, check: Statement): Promise<Row[]> {
  const { rows } = await sql<Row>`select f.object_id, f.detail from (${check}) f limit ${FOUND_PER_CHECK_MAX}`.execute(
    db,
  );
  return rows;
}

type Check = (merchant_id: string) => Statement | Statement[];

const CHECKS: Record<MerchantDiscrepancyKind, Check> = {
  /** Folded sums plus unfolded journals equal the sums of all transfers. */
  balance_differs: (m) => sql`
    with side as (
      select t.debit_account as account_id, t.amount as debit, 0 as credit, t.journal_id
        from app.transfer t where t.merchant_id = ${m}
      union all
      select t.credit_account, 0, t.amount, t.journal_id from app.transfer t where t.merchant_id = ${m}),
    truth as (
      select s.account_id, sum(s.debit) as debits, sum(s.credit) as credits,
        coalesce(sum(s.debit) filter (where u.journal_id is null), 0) as folded_debits,
        coalesce(sum(s.credit) filter (where u.journal_id is null), 0) as folded_credits
      from side s
      left join app.unfolded_journal u on u.merchant_id = ${m} and u.journal_id = s.journal_id
      group by s.account_id)
    select a.id as object_id, format('%s: balances hold %s/%s of the folded %s/%s', a.type,
      coalesce(b.debits, 0), coalesce(b.credits, 0), coalesce(r.folded_debits, 0), coalesce(r.folded_credits, 0)) as detail
    from app.ledger_account a
    left join app.account_balance b on b.merchant_id = ${m} and b.account_id = a.id
    left join truth r on r.account_id = a.id
    where a.merchant_id = ${m}
      and (coalesce(b.debits, 0), coalesce(b.credits, 0))
        is distinct from (coalesce(r.folded_debits, 0), coalesce(r.folded_credits, 0))`,

  /** The hourly sums of an account equal its folded transfers. */
  hours_differ: (m) => sql`
    with truth as (
      select side.account_id, date_trunc('hour', t.posted_at, 'UTC') as hour,
        sum(side.debit) as debits, sum(side.credit) as credits
      from app.transfer t
      left join app.unfolded_journal u on u.merchant_id = ${m} and u.journal_id = t.journal_id
      cross join lateral (values (t.debit_account, t.amount, 0), (t.credit_account, 0, t.amount))
        as side (account_id, debit, credit)
      where t.merchant_id = ${m} and u.journal_id is null
      group by side.account_id, date_trunc('hour', t.posted_at, 'UTC')),
    held as (select h.account_id, h.hour, h.debits, h.credits from app.account_hour h where h.merchant_id = ${m})
    select coalesce(h.account_id, r.account_id) as object_id, format('hour %s: holds %s/%s of %s/%s',
      coalesce(h.hour, r.hour), h.debits, h.credits, r.debits, r.credits) as detail
    from held h
    full join truth r on r.account_id = h.account_id and r.hour = h.hour
    where (h.debits, h.credits) is distinct from (r.debits, r.credits)`,

  /** The daily sums equal the folded transfers, by pair of accounts and kind. */
  days_differ: (m) => sql`
    with truth as (
      select ${buildBusinessDay(sql.ref('t.posted_at'))} as day, t.debit_account, t.credit_account, t.kind,
        sum(t.amount) as amount, count(*) as count
      from app.transfer t
      left join app.unfolded_journal u on u.merchant_id = ${m} and u.journal_id = t.journal_id
      where t.merchant_id = ${m} and u.journal_id is null
      group by 1, 2, 3, 4),
    held as (
      select d.day, d.debit_account, d.credit_account, d.kind, d.amount, d.count
      from app.transfer_day d where d.merchant_id = ${m})
    select coalesce(h.debit_account, r.debit_account) as object_id, format('day %s, %s to %s: holds %s (%s) of %s (%s)',
      coalesce(h.day, r.day), coalesce(h.kind, r.kind), coalesce(h.credit_account, r.credit_account), h.amount, h.count,
      r.amount, r.count) as detail
    from held h
    full join truth r on r.day = h.day and r.debit_account = h.debit_account and r.credit_account = h.credit_account
      and r.kind = h.kind
    where (h.amount, h.count) is distinct from (r.amount, r.count)`,

  /** Every paid payment is posted: gross, and fee and VAT unless zero. */
  payment_not_posted: (m) => sql`
    with w as materialized (${buildExpectedMovements(m)})
    select w.id as object_id, format('no transfer %s of %s', w.kind, w.amount) as detail
    from w
    left join app.transfer f on f.merchant_id = ${m} and f.kind = w.kind
      and f.reference_type = 'transaction' and f.reference_id = w.id
    where w.is_paid and w.amount > 0 and f.id is null`,

  /** Amounts and accounts match the payment, and its journal is the one that it names. */
  payment_posted_wrong: (m) => sql`
    with w as materialized (${buildExpectedMovements(m)})
    select w.id as object_id, format('%s is %s from %s to %s in %s; %s from %s to %s in %s was expected',
      w.kind, f.amount, d.type, c.type, f.journal_id, w.amount, w.debit, w.credit, w.journal_id) as detail
    from w
    join app.transfer f on f.merchant_id = ${m} and f.kind = w.kind
      and f.reference_type = 'transaction' and f.reference_id = w.id
    join app.ledger_account d on d.merchant_id = ${m} and d.id = f.debit_account
    join app.ledger_account c on c.merchant_id = ${m} and c.id = f.credit_account
    where w.is_paid and (f.amount, d.type, c.type, f.journal_id)
      is distinct from (w.amount, w.debit, w.credit, coalesce(w.journal_id, f.journal_id))`,

  /** Payment postings exist only for paid payments. */
  posting_without_payment: (m) => sql`
    select f.reference_id as object_id, format('transfer %s %s belongs to no paid payment', f.kind, f.id) as detail
    from app.transfer f
    left join app.transaction t on t.merchant_id = ${m} and t.id = f.reference_id and ${isPaid}
    where f.merchant_id = ${m} and f.kind in ('payment', 'payment_fee', 'payment_fee_vat') and t.id is null`,

  /** Net is gross minus fee and VAT, and unpaid payments have no fees. */
  net_differs: (m) => sql`
    select t.id as object_id, format('net %s of gross %s, fee %s, VAT %s', t.net_amount, t.amount, t.fee_amount,
      t.fee_vat_amount) as detail
    from app.transaction t
    where t.merchant_id = ${m} and (t.net_amount <> t.amount - t.fee_amount - t.fee_vat_amount
      or (not (${isPaid}) and t.fee_amount + t.fee_vat_amount <> 0)
      or (${isPaid} and (t.paid_at is null or t.fee_rule_id is null)))`,

  /** The timeline has no gaps and ends in the current status. */
  timeline_differs: (m) => sql`
    select t.id as object_id, format('%s of %s events, the last one %s instead of %s', count(e.seq), t.last_event_seq,
      max(e.to_status) filter (where e.seq = t.last_event_seq), t.status) as detail
    from app.transaction t
    left join app.transaction_event e on e.merchant_id = ${m} and e.transaction_id = t.id
    where t.merchant_id = ${m}
    group by t.id, t.last_event_seq, t.status
    having count(e.seq) <> t.last_event_seq
      or max(e.to_status) filter (where e.seq = t.last_event_seq) is distinct from t.status`,

  /** Refunds, deposits, settlements, balance transfers and reversals are posted exactly as their status requires. */
  posting_differs: buildPostingChecks,
  refunds_differ: buildRefundTotalCheck,
  batch_differs: buildBatchTotalCheck,
  line_differs: buildLineCheck,
  commission_differs: buildCommissionCheck,
  commission_statement_differs: buildStatementCheck,
  below_floor: buildFloorCheck,

  ...ROLL_UP_CHECKS,
};

const isPaid = sql`t.status in ('success', 'partially_refunded', 'refunded', 'reversed')`;

/**
 * One row per posting that a paid payment requires. Read into a list of its own before it is compared: joined row by row, the
 * transfers would be read once per payment where the tables have no statistics yet.
 */
const buildExpectedMovements = (m: string) => sql`
  select t.id, ${isPaid} as is_paid, t.journal_id, v.kind, v.debit, v.credit, v.amount
  from app.transaction t
  cross join lateral (values
    ('payment', 'provider_receivable', 'pending_settlement', t.amount),
    ('payment_fee', 'pending_settlement', 'fees_paid', t.fee_amount),
    ('payment_fee_vat', 'pending_settlement', 'vat_paid', t.fee_vat_amount)) as v (kind, debit, credit, amount)
  where t.merchant_id = ${m}`;

async function countTransfers(tx: MerchantTx): Promise<number> {
  const { count } = await tx.sql
    .selectFrom('transfer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
  return count;
}
