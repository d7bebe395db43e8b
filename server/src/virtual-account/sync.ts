/** Asks the bank which payments a number had and takes over what is not known: by a person's wish, and at its end. */
import { getVaBank } from '@dasbor/contract/bank';
import { type VaPaymentRequest, type VaStatusResponse, toVaFields } from '@dasbor/contract/snap-va';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { VaServices } from '../rails/bank-va.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import { toIncomingVaPayment } from '../rails/va-callbacks.ts';
import { findTransitionPath } from '../transaction/rules.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { issueVirtualAccount } from './issue.ts';
import { transitionVa, toRailLogObject } from './transition.ts';
import { type LockedVa, lockVa, lockVaTransaction } from './queries.ts';
import { isExpiryDue, isOverdue } from './rules.ts';
import { receiveVaPayment } from './receive-payment.ts';

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'log'> & { bank: VaServices };

const NOT_FOUND_CODE = /^404..(01|12)$/;

/**
 * Asks the bank about a number: a lost message of a payment is found this way. A number that was never opened is asked
 * for again while there is time; one whose time is over ends. Answers false when the bank could not be asked.
 */
export async function syncVa(deps: SyncDeps, merchant_id: string, id: string): Promise<boolean> {
  const va = await asMerchant(deps.db, merchant_id, (tx) => lockVa(tx, { id }));
  if (va === undefined) throw new Error(`There is no virtual account ${id}`);
  if (va.status === 'failed') return true;
  if (va.status === 'pending' && !isOverdue(va, deps.clock.now())) {
    return (await issueVirtualAccount(deps, merchant_id, id)) !== 'unreachable';
  }
  const fields = toVaFields(va.va_number, getVaBank(va.bank).company_code);
  const outcome = await deps.bank.queryVa({ ...fields, trxId: va.trx_id });
  await asMerchant(deps.db, merchant_id, (tx) => insertRailLog(tx, toRailLogObject(va), outcome.message));
  for (const payment of getReportedPayments(outcome)) await receiveReportedPayment(deps, merchant_id, va, payment);
  const was_answered = isAnswered(outcome);
  await expireIfOverdue(deps, merchant_id, id, was_answered);
  return was_answered;
}

const getReportedPayments = (outcome: BankOutcome<VaStatusResponse>): VaPaymentRequest[] =>
  outcome.kind === 'ok' ? outcome.response.virtualAccountData.additionalInfo.payments : [];

/** A bank that does not know the number has answered too: nothing was paid to it. */
const isAnswered = (outcome: BankOutcome<VaStatusResponse>): boolean =>
  outcome.kind === 'ok' || (outcome.kind === 'refused' && NOT_FOUND_CODE.test(outcome.response_code));

/** Takes a payment as if the bank had told of it; one that is known already changes nothing. */
async function receiveReportedPayment(
  deps: SyncDeps,
  merchant_id: string,
  va: LockedVa,
  body: VaPaymentRequest,
): Promise<void> {
  if (body.virtualAccountNo.trim() !== va.va_number) {
    deps.log.warn({ merchant_id, virtual_account: va.id }, 'the bank listed a payment to another number');
    return;
  }
  try {
    const money = toIncomingVaPayment(body, { at: deps.clock.now(), external_id: null });
    await receiveVaPayment(deps, merchant_id, { id: va.id }, money);
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    deps.log.warn({ merchant_id, virtual_account: va.id, refused: error.message }, 'a listed payment was refused');
  }
}

/** Ends a number whose time is over, and the payment that waits for it. */
async function expireIfOverdue(deps: SyncDeps, merchant_id: string, id: string, was_answered: boolean): Promise<void> {
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const va = await lockVa(tx, { id });
    const now = deps.clock.now();
    if (va === undefined || !isExpiryDue(va, was_answered, now)) return;
    const locked = await lockVaTransaction(tx, va);
    const payment = locked && { locked, path: findTransitionPath(locked.status, 'expired'), change: {} };
    const reason = va.payments_count === 0 ? 'Not paid in time' : 'Its time is over';
    await transitionVa(tx, va, { path: ['expired'], payment }, { now, actor: SYSTEM_ACTOR, reason, message: null });
  });
}
