/** Queries the payments of a number at the bank: on request, regularly while it is open, and when it expires. */
import { getVaBank } from '@dasbor/contract/bank';
import { type VaPaymentRequest, type VaStatusResponse, toVaFields } from '@dasbor/contract/snap-va';
import { updateLastCheckedAt } from '../db/last-checked.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SnapError } from '../rails/callback-auth.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import type { VaServices } from '../rails/bank-va.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import { toIncomingVaPayment } from '../rails/va-callbacks.ts';
import { buildTransitionPath } from '../transaction/rules.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { issueVirtualAccount } from './issue.ts';
import { transitionVa, toRailLogObject } from './transition.ts';
import { VA_REASONS } from '@dasbor/contract/payment-reasons';
import { type LockedVa, lockVa, lockVaTransaction } from './queries.ts';
import { isExpiryDue, isOverdue } from './rules.ts';
import { receiveVaPayment } from './receive-payment.ts';

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'collection_clients'> & { bank: VaServices };

const NOT_FOUND_CODE = /^404..(01|12)$/;

/**
 * Records payments that the bank reports, so that a lost callback has no effect. A number that was never opened is
 * requested again until it expires; a due number is expired. Returns false when the bank did not respond.
 */
export async function syncVa(deps: SyncDeps, merchant_id: string, id: string): Promise<boolean> {
  const va = await asMerchant(deps.db, merchant_id, (tx) => lockVa(tx, { id }));
  if (va === undefined) throw new Error(`Virtual account ${id} not found`);
  if (va.status === 'failed') return true;
  if (va.status === 'pending' && !isOverdue(va, deps.clock.now())) {
    return (await issueVirtualAccount(deps, merchant_id, id)) !== 'unreachable';
  }
  const fields = toVaFields(va.va_number, getVaBank(va.bank).company_code);
  const bank = await getCollectionBank(deps, merchant_id, va);
  const outcome = await bank.queryVa({ ...fields, trxId: va.trx_id });
  await asMerchant(deps.db, merchant_id, (tx) => insertRailLog(tx, toRailLogObject(va), outcome.message));
  for (const payment of getReportedPayments(outcome)) await receiveReportedPayment(deps, merchant_id, va, payment);
  const was_answered = isAnswered(outcome);
  await expireIfOverdue(deps, merchant_id, id, was_answered);
  return was_answered;
}

/**
 * Finds payments to an open number whose callback was lost. Returns their number; null when the bank did not respond.
 * Frequent checks without new payments are not logged.
 */
export async function recoverLostVaPayments(deps: SyncDeps, merchant_id: string, id: string): Promise<number | null> {
  const read = () => asMerchant(deps.db, merchant_id, (tx) => lockVa(tx, { id }));
  const va = await read();
  if (va === undefined) throw new Error(`Virtual account ${id} not found`);
  const fields = toVaFields(va.va_number, getVaBank(va.bank).company_code);
  const bank = await getCollectionBank(deps, merchant_id, va);
  const outcome = await bank.queryVa({ ...fields, trxId: va.trx_id });
  for (const payment of getReportedPayments(outcome)) await receiveReportedPayment(deps, merchant_id, va, payment);
  const found = countReceived((await read()) ?? va) - countReceived(va);
  await asMerchant(deps.db, merchant_id, async (tx) => {
    // After no response too: a number that cannot be checked must not hold up the others.
    await updateLastCheckedAt(tx, { table: 'virtual_account', id, at: deps.clock.now() });
    if (found > 0 || outcome.kind !== 'ok') await insertRailLog(tx, toRailLogObject(va), outcome.message);
  });
  return isAnswered(outcome) ? found : null;
}

const countReceived = ({ payments_count, mismatches_count }: LockedVa): number => payments_count + mismatches_count;

const getReportedPayments = (outcome: BankOutcome<VaStatusResponse>): VaPaymentRequest[] =>
  outcome.kind === 'ok' ? outcome.response.virtualAccountData.additionalInfo.payments : [];

/** Also true when the bank does not have the number: nothing was paid to it. */
const isAnswered = (outcome: BankOutcome<VaStatusResponse>): boolean =>
  outcome.kind === 'ok' || (outcome.kind === 'refused' && NOT_FOUND_CODE.test(outcome.response_code));

/** Records a payment as if a callback had reported it. Idempotent. */
async function receiveReportedPayment(
  deps: SyncDeps,
  merchant_id: string,
  va: LockedVa,
  body: VaPaymentRequest,
): Promise<void> {
  if (body.virtualAccountNo.trim() !== va.va_number) {
    deps.log.warn({ merchant_id, virtual_account_id: va.id }, 'the bank reported a payment of another number');
    return;
  }
  try {
    const money = toIncomingVaPayment(body, { at: deps.clock.now(), reported: null });
    await receiveVaPayment(deps, merchant_id, { id: va.id }, money);
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    deps.log.warn({ merchant_id, virtual_account_id: va.id, reason: error.message }, 'reported payment rejected');
  }
}

/** Expires a due number and its pending payment. */
async function expireIfOverdue(deps: SyncDeps, merchant_id: string, id: string, was_answered: boolean): Promise<void> {
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const va = await lockVa(tx, { id });
    const now = deps.clock.now();
    if (va === undefined || !isExpiryDue(va, was_answered, now)) return;
    const locked = await lockVaTransaction(tx, va);
    const payment = locked && { locked, path: buildTransitionPath(locked.status, 'expired'), change: {} };
    const reason = va.payments_count === 0 ? VA_REASONS.unpaid : VA_REASONS.expired;
    await transitionVa(tx, va, { path: ['expired'], payment }, { now, actor: SYSTEM_ACTOR, reason, message: null });
  });
}
