/** Asks for a refund: looks whether it may be, holds the money, and leaves the rest to a second person. */
import { calculateReversedFee } from '@dasbor/contract/refund-fee';
import { REFUND_REFUSALS, type RefundMethod, type RefundReason } from '@dasbor/contract/refund-fields';
import { type Rupiah, subtract } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import { toAuditActor, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { BelowFloorError, lockBalances, postWithFloor } from '../ledger/balance.ts';
import { getAccountId } from '../ledger/payment.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import { SNAP_SERVICES } from '@dasbor/contract/snap';
import { calculatePrice } from '../transaction/rules.ts';
import { recordTransactionEvent } from '../transaction/write-queries.ts';
import { findAccountCheck } from './account-check-queries.ts';
import { calculateHeldAmount, buildHoldJournal } from './journal.ts';
import { type NewRefund, type RefundablePayment, getKeyOwner, insertRefund } from './queries.ts';
import {
  type Refusal,
  getBank,
  calculateCover,
  listRefundMethods,
  findRefundRule,
  findRefusal,
  getTransferLimit,
} from './rules.ts';
import { formatReason, rupiahText } from './format-reason.ts';

export interface CreateRefundInput {
  amount: Rupiah;
  reason: RefundReason;
  reason_text?: string | undefined;
  note?: string | undefined;
  method?: RefundMethod | undefined;
  account_check_id?: string | undefined;
}

/** Who asks, from where. */
export interface CreateContext {
  principal: Principal;
  ip: string | null;
  now: Date;
  bank: TransferServices;
}

export const toRefusalProblem = ({ code, detail }: Refusal): Problem =>
  new Problem(REFUND_REFUSALS[code], code, detail);

/** Makes the refund of a locked payment and holds its money. Answers its id; throws the refusals of the contract. */
export async function createRefund(
  tx: MerchantTx,
  payment: RefundablePayment,
  wish: CreateRefundInput,
  asking: CreateContext,
): Promise<{ id: string; amount: Rupiah }> {
  const { principal, ip, now } = asking;
  const rule = findRefundRule(payment.refund_rules, payment);
  const method = wish.method ?? listRefundMethods(rule)[0] ?? 'original';
  const refusal = findRefusal(payment, rule, { amount: wish.amount, method }, now);
  if (refusal !== null) throw toRefusalProblem(refusal);
  const cost =
    method === 'transfer'
      ? await calculateTransferCost(tx, payment, wish, asking)
      : calculateOriginalCost(payment, wish);
  const id = newId('refund', now);
  const wished: Omit<NewRefund, 'covered_amount'> = {
    id,
    transaction_id: payment.transaction_id,
    partner_reference_no: buildPartnerReference(tx.merchant_id, id),
    amount: wish.amount,
    reason: wish.reason,
    reason_text: wish.reason_text ?? null,
    note: wish.note || null,
    method,
    ...cost,
    requested_by_type: principal.type,
    requested_by_id: principal.id,
    requested_by_owner: principal.type === 'user' ? principal.id : await getKeyOwner(tx, principal.id),
    requested_by: principal.name,
    created_at: now,
  };
  // The money first: when it is not there, nothing was written.
  const covered_amount = await holdFunds(tx, payment, wished, now);
  await insertRefund(tx, { ...wished, covered_amount });
  const told = `Refund of ${rupiahText(wish.amount)} asked for (${id}): ${formatReason(wish.reason, wish.reason_text ?? null)}`;
  const actor = { actor_type: principal.type, actor_name: principal.name };
  await recordTransactionEvent(tx, payment, { now, actor, reason: told });
  await publishLiveEvents(tx, { topic: 'refund', id, change: 'created' });
  const { transaction_id, amount, reason } = wished;
  const after = { transaction_id, amount, reason, method, status: 'pending' };
  const object = { object_type: 'refund', object_id: id, before: null, after };
  await recordAudit(tx, { at: now, actor: toAuditActor(principal), ip, action: 'refund.requested', ...object });
  return { id, amount };
}

type Cost = Pick<
  NewRefund,
  | 'account_check_id'
  | 'fee_rule_id'
  | 'fee_amount'
  | 'fee_vat_amount'
  | 'fee_reversed_amount'
  | 'fee_vat_reversed_amount'
  | 'fee_back_held_amount'
  | 'fee_vat_back_held_amount'
>;

/** On the original rail nothing is charged, and the payment's fee comes back in proportion. */
function calculateOriginalCost(payment: RefundablePayment, { amount }: CreateRefundInput): Cost {
  const back = calculateReversedFee(payment, payment.expected, amount);
  return {
    account_check_id: null,
    fee_rule_id: null,
    fee_amount: 0,
    fee_vat_amount: 0,
    fee_reversed_amount: back.fee_amount,
    fee_vat_reversed_amount: back.fee_vat_amount,
    fee_back_held_amount: back.fee_amount,
    fee_vat_back_held_amount: back.fee_vat_amount,
  };
}

/** A transfer needs a checked account within the limits of its rail, and has a price of its own. */
async function calculateTransferCost(
  tx: MerchantTx,
  payment: RefundablePayment,
  { amount, account_check_id }: CreateRefundInput,
  { now, bank }: CreateContext,
): Promise<Cost> {
  if (account_check_id === undefined) {
    throw toRefusalProblem({ code: 'destination_required', detail: 'Name the bank account that gets the money.' });
  }
  const check = await findAccountCheck(tx, account_check_id);
  if (check === undefined || Date.parse(check.expires_at) <= now.getTime()) {
    const detail = 'The account was checked too long ago. Check it again.';
    throw toRefusalProblem({ code: 'account_check_expired', detail });
  }
  const receiving = getBank(check.bank_code);
  const is_own_bank = bank.getTransferService(check.bank_code) === SNAP_SERVICES.transfer_intrabank;
  const limit = getTransferLimit(receiving, is_own_bank, toBusinessDay(now));
  if (amount > limit) {
    const detail = `One transfer to ${receiving.name} carries at most ${rupiahText(limit)}. Give it back in parts.`;
    throw toRefusalProblem({ code: 'transfer_limit_exceeded', detail });
  }
  const channel_code = receiving.channel;
  const price = calculatePrice(payment.fee_rules, {
    method: 'refund_transfer',
    channel_code,
    criteria: '',
    amount,
    paid_at: now,
  });
  const { fee_rule_id, fee_amount, fee_vat_amount } = price;
  return {
    account_check_id,
    fee_rule_id,
    fee_amount,
    fee_vat_amount,
    fee_reversed_amount: 0,
    fee_vat_reversed_amount: 0,
    fee_back_held_amount: 0,
    fee_vat_back_held_amount: 0,
  };
}

/** Holds the money of a refund. Answers what of it came out of the available balance. */
async function holdFunds(
  tx: MerchantTx,
  { account_ids }: RefundablePayment,
  refund: Omit<NewRefund, 'covered_amount'>,
  now: Date,
): Promise<Rupiah> {
  const [waiting, available] = [
    getAccountId(account_ids, 'pending_settlement'),
    getAccountId(account_ids, 'available'),
  ];
  const balances = await lockBalances(tx, [waiting, available]);
  const spareOf = (id: string): Rupiah => {
    const { balance = 0, floor = 0 } = balances.find(({ account_id }) => account_id === id) ?? {};
    return subtract(balance, floor ?? 0);
  };
  const covered_amount = calculateCover(calculateHeldAmount(refund), spareOf(waiting));
  try {
    await postWithFloor(tx, buildHoldJournal({ ...refund, covered_amount }, account_ids, now));
  } catch (error) {
    if (!(error instanceof BelowFloorError)) throw error;
    const detail = 'Neither what waits for settlement nor the available balance covers this refund and its fee.';
    throw toRefusalProblem({ code: 'insufficient_balance', detail });
  }
  return covered_amount;
}

/** The number that the bank knows a refund by: the same at every try. */
const buildPartnerReference = (merchant_id: string, id: string): string =>
  merchant_id.slice('mer_'.length) + id.slice('rfd_'.length);
