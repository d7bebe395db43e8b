/** Changes and deactivates virtual accounts. The bank is called first; our rows change when it accepts. */
import { getVaBank } from '@dasbor/contract/bank';
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import type { Body } from '@dasbor/contract/route';
import { toVaFields } from '@dasbor/contract/snap-va';
import type { updateVirtualAccount } from '@dasbor/contract/virtual-account';
import { EXPIRY_REQUIRED, validateVaAmounts, type VaValidationError } from '@dasbor/contract/virtual-account-rules';
import type { VaOtherTerms } from '../db/column-types.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { recordObjectWebhookEvent } from '../db/webhook-events.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import { bankUnreachable } from '../rails/problems.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import { buildMarkForChanged } from '../transaction/roll-up-queries.ts';
import { type CancelOutcome, buildTransitionPath } from '../transaction/rules.ts';
import { type Actor, type LockedTransaction, buildEventsInsert } from '../transaction/write-queries.ts';
import { VA_REASONS } from '@dasbor/contract/payment-reasons';
import { buildVaRequest } from './issue.ts';
import { assertValid, notActive } from './problems.ts';
import {
  type LockedVa,
  type VaChange,
  lockVa,
  lockVaTransaction,
  buildPendingPaymentUpdate,
  updateVaOtherTerms,
} from './queries.ts';
import { addRequestedTerms, endFormerTerms, isOverdue, removeRequestedTerms } from './rules.ts';
import { toRailLogObject, transitionVa } from './transition.ts';

type ChangeInput = Body<typeof updateVirtualAccount>;

export interface ChangeRequest {
  merchant_id: string;
  id: string;
  actor: Actor;
  /** Runs in the transaction of the change, with the virtual account as it was before. */
  onChanged: (tx: MerchantTx, before: LockedVa) => Promise<void>;
}

/**
 * Changes the amount or the expiry. Throws 400 for values outside the bank's limits, 409 `status_conflict`, 422 `bank_refused`
 * and 502 `bank_unreachable`.
 */
export async function changeVa(deps: Deps, request: ChangeRequest, input: ChangeInput): Promise<void> {
  const now = deps.clock.now();
  const { actor } = request;
  const va = await getActiveVa(deps, request, now);
  const change = buildChange(va, input, now);
  const changed = { ...va, ...change, expires_at: formatExpiry(va, change) };
  const bank = await getCollectionBank(deps, request.merchant_id, va);
  const has_amount = (['expected_amount', 'amount_min', 'amount_max'] as const).some((name) => name in change);
  const updateOtherTerms = (build: (locked: LockedVa) => VaOtherTerms) =>
    has_amount ? changeOtherTerms(deps, request, build) : undefined;
  // Stored before the request: the bank may accept it although no response arrives.
  await updateOtherTerms((locked) => addRequestedTerms(locked, changed, now));
  const outcome = await bank.updateVa(buildVaRequest(changed));
  if (outcome.kind === 'refused') await updateOtherTerms((locked) => removeRequestedTerms(locked, now));
  await applyBankResponse(deps, request, outcome, async (tx, locked_va) => {
    const locked = await lockVaTransaction(tx, locked_va);
    const reason = formatChangeReason(change);
    const more =
      locked?.status === 'pending' ? buildWaitingPaymentWrites(tx, locked, change, { now, actor, reason }) : {};
    const context = { now, actor, reason, message: outcome.message };
    const ended = has_amount ? { other_terms: JSON.stringify(endFormerTerms(locked_va, deps.clock.now())) } : {};
    await transitionVa(tx, locked_va, { path: [], change: { ...change, ...ended }, more }, context);
    const occurrence = now.toISOString();
    await recordObjectWebhookEvent(deps.db, tx, { type: 'va.updated', id: request.id, at: now, occurrence });
  });
}

/** Deactivates a number here and at the bank, and cancels its pending payment. Throws as `changeVa` does. */
export async function deactivateVa(deps: Deps, request: ChangeRequest): Promise<void> {
  const { actor } = request;
  const va = await getActiveVa(deps, request, deps.clock.now());
  const bank = await getCollectionBank(deps, request.merchant_id, va);
  const outcome = await bank.deleteVa({
    ...toVaFields(va.va_number, getVaBank(va.bank).company_code),
    trxId: va.trx_id,
  });
  await applyBankResponse(deps, request, outcome, async (tx, locked_va) => {
    const locked = await lockVaTransaction(tx, locked_va);
    const payment = locked && { locked, path: buildTransitionPath(locked.status, 'cancelled'), change: {} };
    const context = { now: deps.clock.now(), actor, reason: VA_REASONS.deactivated, message: outcome.message };
    await transitionVa(tx, locked_va, { path: ['inactive'], payment }, context);
  });
}

/** Cancels the pending payment of a number by deactivating the number. */
export async function cancelVaPayment(
  deps: Deps,
  merchant_id: string,
  id: string,
  { actor, onCancelled }: { actor: Actor; onCancelled: (tx: MerchantTx) => Promise<void> },
): Promise<CancelOutcome> {
  try {
    const va = await asMerchant(deps.db, merchant_id, (tx) => lockVa(tx, { id }));
    // A reusable number has no pending payment.
    if (va === undefined || va.transaction_id === null) return 'not_cancellable';
    await deactivateVa(deps, { merchant_id, id, actor, onChanged: onCancelled });
    return 'cancelled';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === 'bank_unreachable' ? 'unreachable' : 'not_cancellable';
  }
}

async function changeOtherTerms(
  deps: Deps,
  { merchant_id, id }: ChangeRequest,
  build: (locked: LockedVa) => VaOtherTerms,
): Promise<void> {
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const locked = await lockVa(tx, { id });
    if (locked !== undefined) await updateVaOtherTerms(tx, id, build(locked));
  });
}

async function getActiveVa(deps: Deps, { merchant_id, id }: ChangeRequest, now: Date): Promise<LockedVa> {
  const va = await asMerchant(deps.db, merchant_id, (tx) => lockVa(tx, { id }));
  if (va === undefined) throw new Error(`Virtual account ${id} not found`);
  if (va.status !== 'active' || isOverdue(va, now)) throw notActive();
  return va;
}

/** Runs `work` when the bank accepted and the number is still active; logs the request in any case. */
async function applyBankResponse(
  deps: Deps,
  { merchant_id, id, onChanged }: ChangeRequest,
  outcome: BankOutcome<unknown>,
  work: (tx: MerchantTx, locked_va: LockedVa) => Promise<void>,
): Promise<void> {
  const is_done = await asMerchant(deps.db, merchant_id, async (tx) => {
    const locked_va = await lockVa(tx, { id });
    if (outcome.kind === 'ok' && locked_va?.status === 'active') {
      await work(tx, locked_va);
      await onChanged(tx, locked_va);
      return true;
    }
    await insertRailLog(tx, toRailLogObject({ id }), outcome.message);
    return false;
  });
  if (outcome.kind === 'unreachable') throw bankUnreachable();
  if (outcome.kind === 'refused') {
    const detail = localized(
      `The bank declined the change: ${outcome.detail}.`,
      `Bank menolak perubahan: ${outcome.detail}.`,
    );
    throw new Problem(422, 'bank_refused', detail);
  }
  // Paid or ended meanwhile.
  if (!is_done) throw notActive();
}

function buildChange(va: LockedVa, input: ChangeInput, now: Date): VaChange {
  const { expires_in_s, ...amounts } = input;
  const merged = {
    amount_type: va.amount_type,
    expected_amount: amounts.expected_amount ?? va.expected_amount ?? undefined,
    amount_min: amounts.amount_min ?? va.amount_min ?? undefined,
    amount_max: amounts.amount_max ?? va.amount_max ?? undefined,
  };
  const errors: VaValidationError[] = validateVaAmounts(va.bank, merged);
  if (expires_in_s === null && va.type === 'single') errors.push({ field: 'expires_in_s', detail: EXPIRY_REQUIRED });
  if (Object.values(input).every((value) => value === undefined)) {
    const detail = localized('Enter a new amount or expiry.', 'Masukkan jumlah atau batas waktu baru.');
    errors.push({ field: 'expires_in_s', detail });
  }
  assertValid(errors);
  return {
    ...amounts,
    ...(expires_in_s === undefined
      ? {}
      : { expires_at: expires_in_s === null ? null : new Date(now.getTime() + expires_in_s * 1000) }),
  };
}

const formatExpiry = (va: LockedVa, { expires_at }: VaChange): string | null =>
  expires_at === undefined ? va.expires_at : (expires_at?.toISOString() ?? null);

/** The pending payment takes over the amount and expiry of its number. */
function buildWaitingPaymentWrites(
  tx: MerchantTx,
  locked: LockedTransaction,
  { expected_amount, expires_at }: VaChange,
  { now, actor, reason }: { now: Date; actor: Actor; reason: string },
) {
  const seq = locked.last_event_seq + 1;
  const { transaction_id, status } = locked;
  const event = { seq, at: now, from_status: status, to_status: status, reason, ...actor };
  return {
    payment: buildPendingPaymentUpdate(tx, locked, {
      ...(expected_amount === undefined ? {} : { amount: expected_amount, net_amount: expected_amount }),
      ...(expires_at === undefined ? {} : { expires_at }),
      last_event_seq: seq,
      updated_at: now,
    }),
    payment_events: buildEventsInsert(tx, transaction_id, [event]),
    mark: buildMarkForChanged(tx, transaction_id, now),
  };
}

function formatChangeReason({ expected_amount, amount_min, amount_max, expires_at }: VaChange): string {
  const parts = [
    expected_amount === undefined ? null : `amount ${formatRupiah(expected_amount)}`,
    amount_min === undefined ? null : `minimum amount ${formatRupiah(amount_min)}`,
    amount_max === undefined ? null : `maximum amount ${formatRupiah(amount_max)}`,
    expires_at === undefined ? null : expires_at === null ? 'expiry removed' : 'new expiry',
  ].filter((part) => part !== null);
  return `Changed: ${parts.join(', ')}`;
}
