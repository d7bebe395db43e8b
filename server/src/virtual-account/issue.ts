/** Opens a virtual account at the bank. Idempotent: the bank returns the same response for the same trxId. */
import { getVaBank } from '@dasbor/contract/bank';
import { toSnapValue } from '@dasbor/contract/money';
import type { Rupiah } from '@dasbor/contract/money';
import { VA_TRX_TYPES, type VaCreateResponse, type VaCreateRequest, toVaFields } from '@dasbor/contract/snap-va';
import { toSnapTime } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import type { VaServices } from '../rails/bank-va.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import { buildTransitionPath } from '../transaction/rules.ts';
import { BANK_ACTOR } from '../transaction/write-queries.ts';
import { transitionVa, toRailLogObject } from './transition.ts';
import { VA_REASONS } from '@dasbor/contract/payment-reasons';
import { type LockedVa, lockVa, lockVaTransaction } from './queries.ts';
import { isOverdue } from './rules.ts';

/** `done`: the number is open, or no longer needed. */
export type IssueOutcome = 'done' | 'refused' | 'unreachable';

/** Requests the number from the bank unless it is open or no longer needed, and applies the response. */
export async function issueVirtualAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'collection_clients'> & { bank: VaServices },
  merchant_id: string,
  id: string,
): Promise<IssueOutcome> {
  const va = await asMerchant(deps.db, merchant_id, (tx) => lockVa(tx, { id }));
  if (va === undefined) throw new Error(`Virtual account ${id} not found`);
  if (va.status === 'failed') return 'refused';
  if (va.status !== 'pending' || isOverdue(va, deps.clock.now())) return 'done';
  // The row lock is released before the call to the bank.
  const bank = await getCollectionBank(deps, merchant_id, va);
  const outcome = await bank.createVa(buildVaRequest(va));
  return asMerchant(deps.db, merchant_id, (tx) => applyCreateResponse(tx, id, outcome, deps.clock.now()));
}

/** The bank's representation of a virtual account. */
export function buildVaRequest(
  va: Pick<
    LockedVa,
    | 'bank'
    | 'va_number'
    | 'trx_id'
    | 'holder_name'
    | 'type'
    | 'amount_type'
    | 'expected_amount'
    | 'amount_min'
    | 'amount_max'
    | 'expires_at'
  >,
): VaCreateRequest {
  const money = (value: Rupiah) => ({ value: toSnapValue(value), currency: 'IDR' }) as const;
  return {
    ...toVaFields(va.va_number, getVaBank(va.bank).company_code),
    virtualAccountName: va.holder_name,
    trxId: va.trx_id,
    ...(va.expected_amount === null ? {} : { totalAmount: money(va.expected_amount) }),
    virtualAccountTrxType: VA_TRX_TYPES[va.amount_type === 'min_max' ? 'limits' : va.amount_type],
    ...(va.expires_at === null ? {} : { expiredDate: toSnapTime(new Date(va.expires_at)) }),
    additionalInfo: {
      ...(va.amount_min === null ? {} : { minAmount: money(va.amount_min) }),
      ...(va.amount_max === null ? {} : { maxAmount: money(va.amount_max) }),
      isReusable: va.type === 'reusable',
    },
  };
}

async function applyCreateResponse(
  tx: MerchantTx,
  id: string,
  outcome: BankOutcome<VaCreateResponse>,
  now: Date,
): Promise<IssueOutcome> {
  const va = await lockVa(tx, { id });
  if (va === undefined) throw new Error(`Virtual account ${id} not found`);
  const { message } = outcome;
  if (outcome.kind === 'unreachable' || va.status !== 'pending') {
    // A concurrent request or the payment was faster than this response.
    await insertRailLog(tx, toRailLogObject(va), message);
    if (outcome.kind === 'unreachable') return 'unreachable';
    return va.status === 'failed' ? 'refused' : 'done';
  }
  const locked = await lockVaTransaction(tx, va);
  if (outcome.kind === 'refused') {
    const reason = outcome.detail;
    const change = { failure_code: 'bank_refused', failure_message: reason };
    const payment = locked && { locked, path: buildTransitionPath(locked.status, 'failed'), change };
    await transitionVa(tx, va, { path: ['failed'], payment }, { now, actor: BANK_ACTOR, reason, message });
    return 'refused';
  }
  const payment = locked && { locked, path: buildTransitionPath(locked.status, 'pending'), change: {} };
  const reason = VA_REASONS.opened;
  await transitionVa(tx, va, { path: ['active'], payment }, { now, actor: BANK_ACTOR, reason, message });
  return 'done';
}
