/** SQL of the disbursement report: what was paid and what the bank returned, by posting time (decision 0012). */
import { disbursement } from '@dasbor/contract/disbursement-fields';
import { rupiah } from '@dasbor/contract/money';
import { instant } from '@dasbor/contract/time';
import { type Compilable, sql } from 'kysely';
import { z } from 'zod';
import {
  type Reader,
  type TimeRange,
  buildAccountQuery,
  buildCells,
  buildFields,
  buildPostedQuery,
  toCompilable,
} from './row-builder-queries.ts';

const MOVEMENT = z.enum(['paid', 'returned']);

const FIELDS = [
  'merchant_reference',
  'batch_id',
  'bank_code',
  'account_last4',
  'verified_name',
  'rail',
  'bank_reference',
] as const;

/**
 * Disbursements in the order in which they were posted, with their effect on the payout balance. A transfer that the bank
 * executed after it was reported as failed is posted from the payout balance instead of the reserve. A returned one has a
 * second row that gives amount, fee and VAT back.
 */
export const buildDisbursementRows = (reader: Reader, span: TimeRange): Compilable => {
  const { merchant_id } = reader;
  const select = (kind: string, debited: string) =>
    sql`select * from (${buildPostedQuery(merchant_id, kind, buildAccountQuery(merchant_id, debited), span)}) ${sql.id(kind)}`;
  const posted = sql.join(
    [
      select('disbursement', 'payout_reserved'),
      select('disbursement_late', 'payout'),
      select('disbursement_reversal', 'bank_clearing'),
    ],
    sql` union all `,
  );
  const rows = sql`
    select d.id as disbursement_id, m.posted_at,
      case when s.sign > 0 then 'paid' else 'returned' end as movement, d.merchant_reference, d.batch_id, d.bank_code,
      d.account_last4, d.verified_name, d.rail, d.bank_reference, s.sign * d.amount as disbursed_amount,
      s.sign * d.fee_amount as fee_amount, s.sign * d.fee_vat_amount as fee_vat_amount,
      -s.sign * d.total_amount as net_amount, s.sign
    from (${posted}) m
    join app.disbursement d on d.merchant_id = ${merchant_id} and d.id = m.reference_id
    cross join lateral (select case m.kind when 'disbursement_reversal' then -1 else 1 end as sign) s`;
  return toCompilable(
    reader,
    sql`
      select ${buildCells([
        ['disbursement_id', disbursement.shape.id],
        ['posted_at', instant],
        ['movement', MOVEMENT],
        ...buildFields(disbursement.shape, 'f', FIELDS),
        ['disbursed_amount', rupiah],
        ['fee_amount', rupiah],
        ['fee_vat_amount', rupiah],
        ['net_amount', rupiah],
      ])}
      from (${rows}) f order by f.posted_at, f.disbursement_id, f.sign desc`,
  );
};
