/** SQL of transfers as the provider's staff see them. */
import type { BankTransfer } from '@dasbor/contract/bank-transfer';
import type { Rupiah } from '@dasbor/contract/money';
import { sql } from 'kysely';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

export interface TransferRow extends Omit<
  BankTransfer,
  'merchant_id' | 'sent_at' | 'reported_amount' | 'resolvable_from' | 'resolution'
> {
  first_sent_at: string;
  resolution: 'executed' | 'not_executed' | null;
  resolution_amount: Rupiah | null;
  resolution_reference: string | null;
  resolution_reason: string | null;
  resolved_at: string | null;
}

/** The latest transfer of a subject. */
export const findLatestTransfer = (tx: MerchantTx, subject_id: string): Promise<TransferRow | undefined> =>
  tx.sql
    .selectFrom('bank_transfer')
    .select([
      'id',
      'subject_type',
      'subject_id',
      'partner_reference_no',
      'rail',
      'bank_code',
      'account_last4',
      'amount',
    ])
    .select(['status', 'first_sent_at', 'resolution', 'resolution_amount', 'resolution_reference', 'resolution_reason'])
    .select('resolved_at')
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject_id', '=', subject_id)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The amount in the last response of the bank about a transfer; null: no response had one. Values are text such as `1000.00`. */
export async function findReportedAmount(
  tx: MerchantTx,
  { subject_id, partner_reference_no }: Pick<TransferRow, 'subject_id' | 'partner_reference_no'>,
): Promise<Rupiah | null> {
  const { rows } = await sql<{ amount: Rupiah }>`
    select split_part(l.response -> 'amount' ->> 'value', '.', 1)::bigint as amount
    from app.rail_log l
    where l.merchant_id = ${tx.merchant_id} and l.object_id = ${subject_id}
      and ${partner_reference_no}::text in (l.request ->> 'originalPartnerReferenceNo', l.request ->> 'partnerReferenceNo')
      and l.response -> 'amount' ->> 'value' ~ '^[0-9]{1,15}(\\.[0-9]{1,2})?$'
    order by l.at desc, l.id desc limit 1`.execute(tx.sql);
  return rows[0]?.amount ?? null;
}

/** The open request for approval of the resolution of a transfer, or the latest one. */
export async function findResolutionRequest(tx: MerchantTx, id: string): Promise<string | null> {
  const row = await tx.sql
    .selectFrom('approval_request')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject_type', '=', 'transfer_resolution')
    .where('subject_id', '=', id)
    .orderBy(sql<boolean>`status = 'pending'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function isMerchant(tx: PlatformTx, merchant_id: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('merchant')
    .select('merchant_id')
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
  return row !== undefined;
}
