/** What people change about an open number: its amount, its end, or that it is open at all. The bank is asked first. */
import { getVaBank } from '@dasbor/contract/bank';
import type { Body } from '@dasbor/contract/route';
import { toVaFields } from '@dasbor/contract/snap-va';
import type { updateVirtualAccount } from '@dasbor/contract/virtual-account';
import { validateVaAmounts, type VaValidationError } from '@dasbor/contract/virtual-account-rules';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import { buildMarkForChanged } from '../transaction/roll-up-queries.ts';
import { type CancelOutcome, findTransitionPath } from '../transaction/rules.ts';
import { type Actor, buildEventsInsert } from '../transaction/write-queries.ts';
import { assertValid } from './create.ts';
import { buildVaRequest } from './issue.ts';
import { transitionVa, toRailLogObject } from './transition.ts';
import { type LockedVa, type VaChange, lockVa, lockVaTransaction, buildWaitingPaymentUpdate } from './queries.ts';
import { isOverdue } from './rules.ts';

type ChangeInput = Body<typeof updateVirtualAccount>;
/** Written in the transaction of the change, with the number as it was before. */
type OnChanged = (tx: MerchantTx, before: LockedVa) => Promise<void>;

/** Nobody knows what the bank did; the same change can be asked for again. */
export const buildBankUnreachable = () =>
  new Problem(502, 'bank_unreachable', 'The bank does not answer. Please try again later.');
const buildNotActive = () => new Problem(409, 'not_active', 'Only an active virtual account can be changed.');

/**
 * Changes amount or end. Refuses with 400 for what the bank does not take, 409 `not_active`, 422 `bank_refused` and
 * 502 `bank_unreachable`.
 */
export async function changeVa(
  deps: Deps,
  merchant_id: string,
  id: string,
  wish: ChangeInput,
  actor: Actor,
  witness: OnChanged,
): Promise<void> {
  const now = deps.clock.now();
  const va = await getActiveVa(deps, merchant_id, id, now);
  const change = buildChange(va, wish, now);
  const wanted = { ...va, ...change, expires_at: formatExpiry(va, change) };
  const outcome = await deps.bank.updateVa(buildVaRequest(wanted));
  await applyBankResponse(deps, merchant_id, va, outcome, async (tx, locked_va) => {
    const locked = await lockVaTransaction(tx, locked_va);
    const reason = formatChangeReason(change);
    const more =
      locked && locked.status === 'pending'
        ? buildWaitingPaymentWrites(tx, locked, change, { now, actor, reason })
        : {};
    const step = { path: [], change, more };
    await transitionVa(tx, locked_va, step, { now, actor, reason, message: outcome.message });
    await witness(tx, locked_va);
  });
}

/** Closes a number at the bank and here, and cancels the payment that waits for it. Refuses as `changeVa` does. */
export async function deactivateVa(
  deps: Deps,
  merchant_id: string,
  id: string,
  actor: Actor,
  witness: OnChanged,
): Promise<void> {
  const va = await getActiveVa(deps, merchant_id, id, deps.clock.now());
  const outcome = await deps.bank.deleteVa({
    ...toVaFields(va.va_number, getVaBank(va.bank).company_code),
    trxId: va.trx_id,
  });
  await applyBankResponse(deps, merchant_id, va, outcome, async (tx, locked_va) => {
    const locked = await lockVaTransaction(tx, locked_va);
    const payment = locked && { locked, path: findTransitionPath(locked.status, 'cancelled'), change: {} };
    const occasion = { now: deps.clock.now(), actor, reason: 'Deactivated', message: outcome.message };
    await transitionVa(tx, locked_va, { path: ['inactive'], payment }, occasion);
    await witness(tx, locked_va);
  });
}

/** The payment behind it is to be ended: closes the number, for nothing else is paid to it. `also`: in that transaction. */
export async function cancelVaPayment(
  deps: Deps,
  merchant_id: string,
  id: string,
  actor: Actor,
  also: (tx: MerchantTx) => Promise<void>,
): Promise<CancelOutcome> {
  try {
    const va = await asMerchant(deps.db, merchant_id, (tx) => lockVa(tx, { id }));
    // A payment of a number for many was never waiting.
    if (va === undefined || va.transaction_id === null) return 'not_cancellable';
    await deactivateVa(deps, merchant_id, id, actor, also);
    return 'cancelled';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === 'bank_unreachable' ? 'unreachable' : 'not_cancellable';
  }
}

async function getActiveVa(deps: Deps, merchant_id: string, id: string, now: Date): Promise<LockedVa> {
  const va = await asMerchant(deps.db, merchant_id, (tx) => lockVa(tx, { id }));
  if (va === undefined) throw new Error(`There is no virtual account ${id}`);
  if (va.status !== 'active' || isOverdue(va, now)) throw buildNotActive();
  return va;
}

/** Does `work` when the bank said yes and the number is still active; keeps the message in any case. */
async function applyBankResponse(
  deps: Deps,
  merchant_id: string,
  va: LockedVa,
  outcome: BankOutcome<unknown>,
  work: (tx: MerchantTx, locked_va: LockedVa) => Promise<void>,
): Promise<void> {
  const is_done = await asMerchant(deps.db, merchant_id, async (tx) => {
    const locked_va = await lockVa(tx, { id: va.id });
    if (outcome.kind === 'ok' && locked_va?.status === 'active') {
      await work(tx, locked_va);
      return true;
    }
    await insertRailLog(tx, toRailLogObject(va), outcome.message);
    return false;
  });
  if (outcome.kind === 'unreachable') throw buildBankUnreachable();
  if (outcome.kind === 'refused') throw new Problem(422, 'bank_refused', `The bank refused: ${outcome.detail}.`);
  // It was paid or has ended while the bank was asked.
  if (!is_done) throw buildNotActive();
}

function buildChange(va: LockedVa, wish: ChangeInput, now: Date): VaChange {
  const { expires_in_s, ...amounts } = wish;
  const merged = {
    amount_type: va.amount_type,
    expected_amount: amounts.expected_amount ?? va.expected_amount ?? undefined,
    amount_min: amounts.amount_min ?? va.amount_min ?? undefined,
    amount_max: amounts.amount_max ?? va.amount_max ?? undefined,
  };
  const faults: VaValidationError[] = validateVaAmounts(va.bank, merged);
  if (expires_in_s === null && va.type === 'single') {
    faults.push({ field: 'expires_in_s', detail: 'A number for one payment needs an end.' });
  }
  if (Object.values(wish).every((value) => value === undefined)) {
    faults.push({ field: 'expires_in_s', detail: 'Say what is to change.' });
  }
  assertValid(faults);
  return {
    ...amounts,
    ...(expires_in_s === undefined
      ? {}
      : { expires_at: expires_in_s === null ? null : new Date(now.getTime() + expires_in_s * 1000) }),
  };
}

const formatExpiry = (va: LockedVa, { expires_at }: VaChange): string | null =>
  expires_at === undefined ? va.expires_at : (expires_at?.toISOString() ?? null);

/** The payment that waits for a closed amount follows its number. */
function buildWaitingPaymentWrites(
  tx: MerchantTx,
  locked: NonNullable<Awaited<ReturnType<typeof lockVaTransaction>>>,
  { expected_amount, expires_at }: VaChange,
  { now, actor, reason }: { now: Date; actor: Actor; reason: string },
) {
  const seq = locked.last_event_seq + 1;
  const { transaction_id, status } = locked;
  const event = { seq, at: now, from_status: status, to_status: status, reason, ...actor };
  return {
    payment: buildWaitingPaymentUpdate(tx, locked, {
      ...(expected_amount === undefined ? {} : { amount: expected_amount, net_amount: expected_amount }),
      ...(expires_at === undefined ? {} : { expires_at }),
      last_event_seq: seq,
      updated_at: now,
    }),
    payment_events: buildEventsInsert(tx, transaction_id, [event]),
    mark: buildMarkForChanged(tx, transaction_id, now),
  };
}

const rupiahText = (amount: number): string => `Rp ${amount.toLocaleString('id-ID')}`;

function formatChangeReason({ expected_amount, amount_min, amount_max, expires_at }: VaChange): string {
  const parts = [
    expected_amount === undefined ? null : `amount ${rupiahText(expected_amount)}`,
    amount_min === undefined ? null : `least amount ${rupiahText(amount_min)}`,
    amount_max === undefined ? null : `greatest amount ${rupiahText(amount_max)}`,
    expires_at === undefined ? null : expires_at === null ? 'no expiry' : 'a new expiry',
  ].filter((part) => part !== null);
  return `Changed: ${parts.join(', ')}`;
}
