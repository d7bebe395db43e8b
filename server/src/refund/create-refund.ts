/** Creates a refund: checks it, holds the amount and leaves the approval to a second person. */
import { calculateReversedFee } from '@dasbor/contract/refund-fee';
import { REFUND_REFUSALS, type RefundMethod, type RefundReason } from '@dasbor/contract/refund-fields';
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import { type Rupiah, subtract } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import { findAccountCheck } from '../account-check/queries.ts';
import { getBank } from '../account-check/rules.ts';
import { assertWithinDailyLimit, requestApproval } from '../approval/request.ts';
import { type ActionContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { getPersonId } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { BelowFloorError, lockBalances, postWithFloor } from '../ledger/balance.ts';
import { getAccountId } from '../ledger/payment.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import { readRailCalendar } from '../rails/rail-queries.ts';
import { calculateRealTimeLimit } from '../rails/rail-terms.ts';
import { calculatePrice } from '../transaction/rules.ts';
import { recordTransactionEvent } from '../transaction/write-queries.ts';
import { calculateHeldAmount, buildHoldJournal } from './journal.ts';
import { type NewRefund, type RefundablePayment, insertRefund } from './queries.ts';
import { type Refusal, calculateCoveredAmount, listRefundMethods, findRefundRule, findRefusal } from './rules.ts';
import { formatReason } from './format-reason.ts';

export interface CreateRefundInput {
  amount: Rupiah;
  reason: RefundReason;
  reason_text?: string | undefined;
  note?: string | undefined;
  method?: RefundMethod | undefined;
  account_check_id?: string | undefined;
}

export interface CreateContext extends ActionContext {
  bank: TransferServices;
}

export const toRefusalProblem = ({ code, detail }: Refusal): Problem =>
  new Problem(REFUND_REFUSALS[code], code, detail);

/** Creates a refund of a locked payment and holds its amount. Throws the errors of the contract. */
export async function createRefund(
  tx: MerchantTx,
  payment: RefundablePayment,
  input: CreateRefundInput,
  context: CreateContext,
): Promise<{ id: string; amount: Rupiah }> {
  const { principal, now } = context;
  const rule = findRefundRule(payment.refund_rules, payment);
  const method = input.method ?? listRefundMethods(rule)[0] ?? 'original';
  const refusal = findRefusal(payment, rule, { amount: input.amount, method }, now);
  if (refusal !== null) throw toRefusalProblem(refusal);
  const cost =
    method === 'transfer'
      ? await calculateTransferCost(tx, payment, input, context)
      : calculateOriginalCost(payment, input);
  await assertWithinDailyLimit(tx, { subject_type: 'refund', amount: input.amount }, context);
  const id = newId('refund', now);
  const refund: Omit<NewRefund, 'covered_amount'> = {
    id,
    transaction_id: payment.transaction_id,
    partner_reference_no: buildPartnerReference(tx.merchant_id, id),
    amount: input.amount,
    reason: input.reason,
    reason_text: input.reason_text ?? null,
    note: input.note || null,
    method,
    ...cost,
    requested_by_type: principal.type,
    requested_by_id: principal.id,
    requested_by_owner: getPersonId(principal),
    requested_by: principal.name,
    created_at: now,
  };
  // The hold comes first: without sufficient balance nothing is written.
  const covered_amount = await holdFunds(tx, payment, refund, now);
  await insertRefund(tx, { ...refund, covered_amount });
  await requestRefundApproval(tx, payment, refund, context);
  const reason_text = formatReason(input.reason, input.reason_text ?? null);
  const text = `Refund of ${formatRupiah(input.amount)} requested (${id}): ${reason_text}`;
  const actor = { actor_type: principal.type, actor_name: principal.name };
  await recordTransactionEvent(tx, payment, {
    now,
    actor,
    reason: text,
    details: { code: 'refund_requested', refund_id: id, refund_amount: input.amount, note: input.reason_text ?? null },
  });
  await publishLiveEvents(tx, { topic: 'refund', id, change: 'created' });
  const { transaction_id, amount, reason } = refund;
  const after = { transaction_id, amount, reason, method, status: 'pending' };
  await recordAudit(context, tx, { action: 'refund.requested', object_type: 'refund', object_id: id, after });
  return { id, amount };
}

/** Asks for the approvals of the policy in force, with what an approver needs to know. */
async function requestRefundApproval(
  tx: MerchantTx,
  { transaction_id, merchant_reference }: RefundablePayment,
  { id, amount, reason, reason_text, account_check_id }: Omit<NewRefund, 'covered_amount'>,
  context: CreateContext,
): Promise<void> {
  const account = account_check_id === null ? undefined : await findAccountCheck(tx, account_check_id);
  const { bank_code = null, account_last4 = null, verified_name: holder_name = null } = account ?? {};
  const details = { transaction_id, merchant_reference, reason: reason_text ?? reason };
  await requestApproval(
    tx,
    { subject_type: 'refund', subject_id: id, amount, details: { ...details, bank_code, account_last4, holder_name } },
    context,
  );
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

/** A refund to the original payment method is free and reverses the payment fee in proportion. */
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

/** A transfer needs a checked account, respects the limit of its rail and has its own fee. */
async function calculateTransferCost(
  tx: MerchantTx,
  payment: RefundablePayment,
  { amount, account_check_id }: CreateRefundInput,
  { now, bank }: CreateContext,
): Promise<Cost> {
  if (account_check_id === undefined) {
    const detail = localized('Enter the beneficiary bank account.', 'Masukkan rekening bank penerima.');
    throw toRefusalProblem({ code: 'destination_required', detail });
  }
  const check = await findAccountCheck(tx, account_check_id);
  if (check === undefined || Date.parse(check.expires_at) <= now.getTime()) {
    const detail = localized(
      'The account check has expired. Check the account again.',
      'Pemeriksaan rekening sudah kedaluwarsa. Periksa rekening lagi.',
    );
    throw toRefusalProblem({ code: 'account_check_expired', detail });
  }
  const receiving = getBank(check.bank_code);
  const routed = { bank: receiving, is_own_bank: bank.isOwnBank(check.bank_code) };
  const limit = calculateRealTimeLimit(await readRailCalendar(tx), routed, toBusinessDay(now));
  if (amount > limit) {
    const detail = localized(
      `The limit of one transfer to ${receiving.name} is ${formatRupiah(limit)}. Split it into partial refunds.`,
      `Batas satu transfer ke ${receiving.name} adalah ${formatRupiah(limit)}. Bagi menjadi beberapa pengembalian dana.`,
    );
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

/** Holds the amount of a refund. Returns the part that the available balance covers. */
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
  const getSpare = (id: string): Rupiah => {
    const { balance = 0, floor = 0 } = balances.find(({ account_id }) => account_id === id) ?? {};
    return subtract(balance, floor ?? 0);
  };
  const covered_amount = calculateCoveredAmount(calculateHeldAmount(refund), getSpare(waiting));
  try {
    await postWithFloor(tx, buildHoldJournal({ ...refund, covered_amount }, account_ids, now));
  } catch (error) {
    if (!(error instanceof BelowFloorError)) throw error;
    const detail = localized(
      'Insufficient balance: pending balance and available balance do not cover this refund and its fee.',
      'Saldo tidak cukup: saldo tertunda dan saldo tersedia tidak mencakup pengembalian dana ini beserta biayanya.',
    );
    throw toRefusalProblem({ code: 'insufficient_balance', detail });
  }
  return covered_amount;
}

/** Reference of the refund at the bank: the same at every attempt. */
const buildPartnerReference = (merchant_id: string, id: string): string =>
  merchant_id.slice('mer_'.length) + id.slice('rfd_'.length);
