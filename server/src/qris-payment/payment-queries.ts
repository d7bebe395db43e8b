/** Builds the rows of a payment that was paid, for dynamic and static codes alike. */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import { formatRupiah } from '@dasbor/contract/format';
import type { LiveEvent } from '@dasbor/contract/live';
import type { Rupiah } from '@dasbor/contract/money';
import type { OperationNodeSource } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';
import { buildPaymentJournal } from '../ledger/payment.ts';
import { buildJournalInserts } from '../ledger/posting.ts';
import { calculatePrice } from '../transaction/rules.ts';
import type { TransactionChange } from '../transaction/write-queries.ts';
import type { LockedPayment } from './queries.ts';
import type { QrisBankStatus } from './rules.ts';

export const toRailLogObject = ({ id }: Pick<LockedPayment, 'id'>) => ({
  object_type: 'qris_payment',
  object_id: id,
});

export const buildLiveEvent = ({ id }: Pick<LockedPayment, 'id'>): LiveEvent => ({
  topic: 'qris-payment',
  id,
  change: 'updated',
});

/** A payment that was not created in advance. */
export const buildUnrequestedPayment = (id: string, code: Pick<LockedPayment, 'id'>, amount: Rupiah, now: Date) => ({
  id,
  method: 'qris' as const,
  channel_code: null,
  provider: BANK_PARTNER_ID,
  amount,
  merchant_reference: null,
  description: null,
  customer_name: null,
  customer_email: null,
  qris_payment_id: code.id,
  expires_at: null,
  created_at: now,
});

export interface CapturedPayment {
  transaction_id: string;
  /** Gross, tip included. */
  amount: Rupiah;
  tip_amount: Rupiah;
  paid_at: Date;
  bank_status: QrisBankStatus | null;
}

/** The columns and ledger transfers of a paid payment. The fee applies to the gross amount, tip included. */
export function buildPaidWrites(
  tx: MerchantTx,
  code: Pick<LockedPayment, 'fee_rules' | 'fee_class' | 'account_ids'>,
  { transaction_id, amount, tip_amount, paid_at, bank_status }: CapturedPayment,
  now: Date,
): { change: TransactionChange; transfers: Record<string, OperationNodeSource> } {
  const fee = calculatePrice(code.fee_rules, { method: 'qris', criteria: code.fee_class, amount, paid_at });
  const journal = buildPaymentJournal({ transaction_id, amount, ...fee }, code.account_ids, now);
  const change: TransactionChange = {
    ...fee,
    tip_amount,
    settlement_status: 'unsettled',
    journal_id: journal.id,
    issuer: bank_status?.issuer ?? null,
    issuer_code: bank_status?.issuer_code ?? null,
    payer_name: bank_status?.payer_name ?? null,
    approval_code: bank_status?.approval_code ?? null,
    rrn: bank_status?.rrn ?? null,
    paid_at,
  };
  return { change, transfers: buildJournalInserts(tx, journal) };
}

/** `Paid with GoPay, including a tip of Rp 5.000`. */
export const formatPaidReason = (bank_status: QrisBankStatus | null, tip_amount: Rupiah): string =>
  `Paid${bank_status?.issuer ? ` with ${bank_status.issuer}` : ''}${
    tip_amount > 0 ? `, including a tip of ${formatRupiah(tip_amount)}` : ''
  }`;
