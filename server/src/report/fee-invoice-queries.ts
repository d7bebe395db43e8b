/** SQL of the monthly fee invoice: fees and VAT posted in the ledger, by service and fee rule (domain 4.6). */
import type { InvoiceService } from '@dasbor/contract/invoice';
import type { Rupiah } from '@dasbor/contract/money';
import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';
import { buildFeeRulesTable } from '../transaction/fee-queries.ts';
import type { TimeRange } from './row-builder-queries.ts';

/**
 * One row per service and fee rule, with reversed fees in rows of their own. Every posting on the fee and VAT accounts is in
 * exactly one row, so that the sums equal the ledger; except commissions, which the provider pays to a partner out of its
 * fees: they change nothing that the merchant was charged. `dpp_amount` is the VAT base ("other value"): the fee times the
 * ratio of its rule. The VAT is the sum of the VAT of each payment. Without credit notes, the rows are those of the month's
 * document.
 */
export const buildFeeRows = (
  reader: Pick<MerchantTx, 'merchant_id' | 'sql'>,
  span: TimeRange,
  options: { without_credit_notes: boolean },
): Compilable => {
  const query = buildFeeQuery(reader.merchant_id, span, options);
  return { compile: () => query.compile(reader.sql) };
};

export interface FeeRow {
  service: InvoiceService;
  movement: 'charged' | 'reversed';
  fee_rule: string | null;
  rate_percent: string | null;
  flat_fee: Rupiah | null;
  count: number;
  fee_amount: Rupiah;
  dpp_amount: Rupiah;
  vat_rate_percent: string | null;
  vat_amount: Rupiah;
  total_amount: Rupiah;
}

/** The rows of the month's document. Credit notes are documents of their own. */
export const listFeeRows = async (tx: MerchantTx, span: TimeRange): Promise<FeeRow[]> =>
  (await buildFeeQuery(tx.merchant_id, span, { without_credit_notes: true }).execute(tx.sql)).rows;

function buildFeeQuery(
  merchant_id: string,
  { from, to }: TimeRange,
  { without_credit_notes }: { without_credit_notes: boolean },
): RawBuilder<FeeRow> {
  const side = (type: 'fees_paid' | 'vat_paid', column: 'credit_account' | 'debit_account') => sql`
    select f.kind, f.reference_type, f.reference_id, ${type === 'fees_paid' ? sql`true` : sql`false`} as is_fee,
      ${column === 'credit_account' ? sql`f.amount` : sql`-f.amount`} as amount
    from app.transfer f
    where f.merchant_id = ${merchant_id} and f.posted_at >= ${from.toISOString()}::timestamptz
      and f.posted_at < ${to.toISOString()}::timestamptz and f.reference_type <> 'commission_booking'
      ${without_credit_notes ? sql`and f.reference_type <> 'credit_note'` : sql``}
      and ${sql.ref(`f.${column}`)} = (select a.id from app.ledger_account a
        where a.merchant_id = ${merchant_id} and a.type = ${type})`;
  return sql<FeeRow>`
    with posted as (
      ${sql.join(
        [
          side('fees_paid', 'credit_account'),
          side('fees_paid', 'debit_account'),
          side('vat_paid', 'credit_account'),
          side('vat_paid', 'debit_account'),
        ],
        sql` union all `,
      )}),
    priced as (
      select p.is_fee, p.amount,
        case when p.reference_type = 'deposit' then 'deposit' when p.reference_type = 'disbursement' then 'disbursement'
          when p.reference_type = 'refund' and p.kind not like '%\\_reversal%' then 'refund_transfer'
          when t.method is not null then t.method else 'other' end as service,
        case when p.reference_type = 'deposit' then d.fee_rule_id when p.reference_type = 'disbursement' then b.fee_rule_id
          when p.reference_type = 'refund' and p.kind not like '%\\_reversal%' then r.fee_rule_id
          else t.fee_rule_id end as fee_rule_id
      from posted p
      left join app.refund r on r.merchant_id = ${merchant_id} and p.reference_type = 'refund' and r.id = p.reference_id
      left join app.deposit d on d.merchant_id = ${merchant_id} and p.reference_type = 'deposit'
        and d.id = p.reference_id
      left join app.disbursement b on b.merchant_id = ${merchant_id} and p.reference_type = 'disbursement'
        and b.id = p.reference_id
      left join app.transaction t on t.merchant_id = ${merchant_id}
        and t.id = case p.reference_type when 'transaction' then p.reference_id when 'refund' then r.transaction_id end),
    grouped as (
      select s.service, s.fee_rule_id, s.amount < 0 as is_reversed,
        count(*) filter (where s.is_fee)::int as count,
        coalesce(sum(s.amount) filter (where s.is_fee), 0)::bigint as fee_amount,
        coalesce(sum(s.amount) filter (where not s.is_fee), 0)::bigint as vat_amount
      from priced s
      group by s.service, s.fee_rule_id, s.amount < 0)
    select g.service, case when g.is_reversed then 'reversed' else 'charged' end as movement, q.name as fee_rule,
      case when q.rate_bps is not null then round(q.rate_bps / 100.0, 4) end as rate_percent,
      q.flat_amount as flat_fee, g.count, g.fee_amount,
      round(g.fee_amount::numeric * coalesce(q.vat_base_numerator, 11) / coalesce(q.vat_base_denominator, 12))::bigint
        as dpp_amount,
      case when q.vat_rate_bps is not null then round(q.vat_rate_bps / 100.0, 2) end as vat_rate_percent,
      g.vat_amount, g.fee_amount + g.vat_amount as total_amount
    from grouped g
    left join (${buildFeeRulesTable(merchant_id)}) q on q.id = g.fee_rule_id
    order by g.service, g.is_reversed, q.name, g.fee_rule_id`;
}
