/** What a refund of a payment would be like, told before anybody asks for one. */
import type { RefundTerms } from '@dasbor/contract/refund-fields';
import type { MerchantTx } from '../db/tx.ts';
import { type Rupiah, add, subtract } from '@dasbor/contract/money';
import { listBalances } from '../ledger/balance.ts';
import { accountOf } from '../ledger/payment.ts';
import { priceOf } from '../transaction/rules.ts';
import type { RefundablePayment } from './queries.ts';
import { closedBecause, methodsOf, noteOfMethod, pickRefundRule, remainingOf, windowEndOf } from './rules.ts';

export async function termsOf(tx: MerchantTx, payment: RefundablePayment, now: Date): Promise<RefundTerms> {
  const rule = pickRefundRule(payment.refund_rules, payment);
  const refusal = closedBecause(payment, rule, now);
  const { transaction_id, amount, refunded_amount, open_amount, fee_amount, fee_vat_amount, expected } = payment;
  const methods = refusal === null ? methodsOf(rule) : [];
  const price = priceOf(payment.fee_rules, { method: 'refund_transfer', criteria: '', amount, paid_at: now });
  return {
    transaction_id,
    amount,
    refunded_amount,
    open_amount,
    remaining_amount: refusal === null ? remainingOf(payment) : 0,
    methods,
    takes_parts: rule?.takes_parts ?? true,
    method_note: methods.length > 0 && !methods.includes('original') ? noteOfMethod(payment) : null,
    window_days: rule?.window_days ?? null,
    window_ends_at: rule && payment.paid_at !== null ? windowEndOf(payment.paid_at, rule).toISOString() : null,
    fee_amount,
    fee_vat_amount,
    before: expected,
    transfer_fee_amount: price.fee_amount,
    transfer_fee_vat_amount: price.fee_vat_amount,
    balance: await coveringOf(tx, payment),
    refusal,
  };
}

/** What a refund can take: what waits for settlement, and the available balance; what is missing in one helps no other. */
async function coveringOf(tx: MerchantTx, { account_ids }: RefundablePayment): Promise<Rupiah> {
  const ids = [accountOf(account_ids, 'pending_settlement'), accountOf(account_ids, 'available')];
  const balances = await listBalances(tx, ids);
  return add(...balances.map(({ balance, floor }) => Math.max(subtract(balance, floor ?? 0), 0)));
}
