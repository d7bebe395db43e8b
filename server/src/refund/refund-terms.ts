/** Refund terms of a payment, before a refund is created. */
import type { Language } from '@dasbor/contract/language';
import type { RefundTerms } from '@dasbor/contract/refund-fields';
import type { MerchantTx } from '../db/tx.ts';
import { type Rupiah, add, subtract } from '@dasbor/contract/money';
import { listBalances } from '../ledger/balance.ts';
import { getAccountId } from '../ledger/payment.ts';
import { calculatePrice } from '../transaction/rules.ts';
import type { RefundablePayment } from './queries.ts';
import {
  findPaymentRefusal,
  listRefundMethods,
  formatMethodNote,
  findRefundRule,
  calculateRefundableAmount,
  calculateWindowEnd,
} from './rules.ts';

export async function buildRefundTerms(
  tx: MerchantTx,
  payment: RefundablePayment,
  now: Date,
  language: Language,
): Promise<RefundTerms> {
  const rule = findRefundRule(payment.refund_rules, payment);
  const refusal = findPaymentRefusal(payment, rule, now);
  const { transaction_id, amount, refunded_amount, open_amount, fee_amount, fee_vat_amount, expected } = payment;
  const methods = refusal === null ? listRefundMethods(rule) : [];
  const price = calculatePrice(payment.fee_rules, { method: 'refund_transfer', criteria: '', amount, paid_at: now });
  return {
    transaction_id,
    amount,
    refunded_amount,
    open_amount,
    remaining_amount: refusal === null ? calculateRefundableAmount(payment) : 0,
    methods,
    allows_partial: rule?.allows_partial ?? true,
    method_note: methods.length > 0 && !methods.includes('original') ? formatMethodNote(payment)[language] : null,
    window_days: rule?.window_days ?? null,
    window_ends_at: rule && payment.paid_at !== null ? calculateWindowEnd(payment.paid_at, rule).toISOString() : null,
    fee_amount,
    fee_vat_amount,
    previous_refunds: expected,
    transfer_fee_amount: price.fee_amount,
    transfer_fee_vat_amount: price.fee_vat_amount,
    balance: await getCoveringBalance(tx, payment),
    refusal: refusal && { code: refusal.code, detail: refusal.detail[language] },
  };
}

/** Pending settlement plus available balance, each above its floor; a deficit of one does not reduce the other. */
async function getCoveringBalance(tx: MerchantTx, { account_ids }: RefundablePayment): Promise<Rupiah> {
  const ids = [getAccountId(account_ids, 'pending_settlement'), getAccountId(account_ids, 'available')];
  const balances = await listBalances(tx, ids);
  return add(...balances.map(({ balance, floor }) => Math.max(subtract(balance, floor ?? 0), 0)));
}
