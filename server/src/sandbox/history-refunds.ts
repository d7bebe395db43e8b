/** Refunds of the generated history: one in each state, of every method. */
import * as duration from '@dasbor/contract/duration';
import type { Rupiah } from '@dasbor/contract/money';
import { toSnapValue } from '@dasbor/contract/money';
import type { RefundReason } from '@dasbor/contract/refund-fields';
import { asMerchant } from '../db/tx.ts';
import { approveRefund, rejectRefund } from '../refund/apply-decision.ts';
import { checkBeneficiaryAccount } from '../account-check/check-account.ts';
import { createRefund } from '../refund/create-refund.ts';
import { lockRefundable } from '../refund/queries.ts';
import { REFUND_PORT } from '../refund/transfer-port.ts';
import { sendRefund } from '../refund/send.ts';
import { checkLastTransfer } from './history-transfers.ts';
import { type HistoryContext, type PastEvent, createPastDeps, getPastTime, getPrincipal } from './history-context.ts';
import { type PaidPayment, findRefundByNote, findPaidPayment } from './history-queries.ts';

type RefundEnding = 'pending' | 'rejected' | 'processing' | 'succeeded' | 'failed' | 'returned';

interface PlannedRefund {
  /** The payment: the newest one of this kind at the time that has no refund. */
  of: PaidPayment['kind'];
  days_ago: number;
  hour: number;
  ending: RefundEnding;
  /** Share of the payment; the whole payment by default. */
  share?: number;
  reason: RefundReason;
}

const PLAN: PlannedRefund[] = [
  { of: 'qris', days_ago: 22, hour: 11, ending: 'succeeded', reason: 'customer_request' },
  { of: 'virtual_account', days_ago: 19, hour: 14, ending: 'succeeded', share: 0.4, reason: 'order_cancelled' },
  { of: 'sticker', days_ago: 15, hour: 10, ending: 'succeeded', reason: 'customer_request' },
  { of: 'qris', days_ago: 13, hour: 16, ending: 'succeeded', share: 0.5, reason: 'order_cancelled' },
  { of: 'qris', days_ago: 11, hour: 13, ending: 'rejected', reason: 'customer_request' },
  { of: 'payment_link', days_ago: 9, hour: 15, ending: 'succeeded', reason: 'customer_request' },
  { of: 'qris', days_ago: 7, hour: 12, ending: 'failed', reason: 'customer_request' },
  { of: 'virtual_account', days_ago: 4, hour: 11, ending: 'returned', reason: 'duplicate' },
  { of: 'qris', days_ago: 2, hour: 17, ending: 'pending', reason: 'customer_request' },
  { of: 'virtual_account', days_ago: 1, hour: 16, ending: 'processing', share: 0.25, reason: 'customer_request' },
];

/** Beneficiary account of refunds by transfer; the sandbox bank has it. */
const ACCOUNT = { bank_code: '014', account_no: '8010000002', holder: 'BUDI SANTOSO' };

/** The refunds as events, which run after the payments and settlements before them. */
export const planRefunds = (context: HistoryContext): PastEvent[] =>
  PLAN.map((plan, index) => ({
    at: getPastTime(context, plan.days_ago, plan.hour),
    run: () => createPastRefund(context, plan, `KN-REFUND-${index + 1}`),
  }));

/** Continues from the current status of the refund. The note identifies it. */
async function createPastRefund(context: HistoryContext, plan: PlannedRefund, note: string): Promise<void> {
  const { deps, merchant_id } = context;
  const at = getPastTime(context, plan.days_ago, plan.hour);
  const refused = { call: 'qr_mpm_refund', response: 'do_not_honor' } as const;
  const silent = { call: 'transfer_intrabank', response: 'timeout' } as const;
  const failing = plan.ending === 'failed' ? refused : plan.ending === 'processing' ? silent : undefined;
  const past = createPastDeps(deps, at, { holder: ACCOUNT.holder, ...(failing ? { failing } : {}) });
  const getRefund = () => asMerchant(deps.db, merchant_id, (tx) => findRefundByNote(tx, note));
  if ((await getRefund()) === undefined) await requestRefund(context, past, plan, note);
  const refund = await getRefund();
  if (refund === undefined || plan.ending === 'pending') return;
  const { id, amount } = refund;
  past.clock.advance(duration.minutes(35));
  const approver = { principal: getPrincipal('approver'), ip: '127.0.0.1', now: past.clock.now() };
  if (refund.status === 'pending') {
    await asMerchant(deps.db, merchant_id, (tx) =>
      plan.ending === 'rejected'
        ? rejectRefund(tx, id, 'Barang sudah diterima pelanggan', approver)
        : approveRefund(tx, id, undefined, approver),
    );
  }
  past.clock.advance(2_000);
  if ((await getRefund())?.status === 'approved') await sendRefund(past, merchant_id, id);
  if (plan.ending !== 'returned') return;
  const returned_at = new Date(past.clock.now().getTime() + duration.hours(26));
  const bank = createPastDeps(deps, returned_at, { returned: toSnapValue(amount) });
  await checkLastTransfer(bank, { refund: REFUND_PORT }, merchant_id, { subject_type: 'refund', subject_id: id });
}

async function requestRefund(
  { merchant_id }: HistoryContext,
  past: ReturnType<typeof createPastDeps>,
  { of, share = 1, reason }: PlannedRefund,
  note: string,
): Promise<void> {
  const now = past.clock.now();
  const principal = getPrincipal('finance');
  const payment = await asMerchant(past.db, merchant_id, (tx) => findPaidPayment(tx, of, now));
  if (payment === undefined) return;
  const { bank_code, account_no } = ACCOUNT;
  const check =
    payment.method === 'virtual_account'
      ? await checkBeneficiaryAccount(past, { bank_code, account_no }, { merchant_id, principal, now })
      : undefined;
  await asMerchant(past.db, merchant_id, async (tx) => {
    const locked = await lockRefundable(tx, payment.transaction_id);
    if (locked === undefined) return;
    const amount: Rupiah = Math.floor(locked.amount * share);
    const by = check ? ({ method: 'transfer', account_check_id: check.id } as const) : {};
    const context = { principal, ip: '127.0.0.1', now, bank: past.bank };
    await createRefund(tx, locked, { amount, reason, note, ...by }, context);
  });
}
