/** Cancels a dynamic code before it is paid. The bank decides, because the payer may have been faster. */
import { QRIS_REASONS } from '@dasbor/contract/payment-reasons';
import type { QrCancelResponse } from '@dasbor/contract/snap';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import type { CancelOutcome } from '../transaction/rules.ts';
import type { Actor } from '../transaction/write-queries.ts';
import { applyDecision } from './apply-decision.ts';
import { toRailLogObject } from './payment-queries.ts';
import { lockPayment } from './queries.ts';
import { NOT_FOUND_CODE } from './rules.ts';
import { syncQrisPayment } from './sync.ts';

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'bank' | 'collection_clients'>;
/** Runs in the transaction that cancels the payment. */
type OnCancelled = (tx: MerchantTx) => Promise<void>;

/**
 * Cancels the code and its payment. `not_cancellable`: paid, ended, not issued yet, or a static code; a payment made
 * meanwhile is recorded at once. `unreachable`: the outcome at the bank is unknown and nothing changed.
 */
export async function cancelQrisPayment(
  deps: CancelDeps,
  merchant_id: string,
  id: string,
  { actor, onCancelled }: { actor: Actor; onCancelled: OnCancelled },
): Promise<CancelOutcome> {
  const payment = await asMerchant(deps.db, merchant_id, (tx) => lockPayment(tx, { id }));
  if (payment?.status === 'cancelled') return 'cancelled';
  if (payment?.status !== 'pending') return 'not_cancellable';
  // The row lock is released before the call to the bank.
  const bank = await getCollectionBank(deps, merchant_id, payment);
  const outcome = await bank.cancelQr({
    originalPartnerReferenceNo: payment.partner_reference_no,
    ...(payment.provider_reference === null ? {} : { originalReferenceNo: payment.provider_reference }),
    merchantId: payment.nmid,
  });
  const result = await asMerchant(deps.db, merchant_id, (tx) =>
    applyCancelResponse(tx, id, outcome, { now: deps.clock.now(), actor, onCancelled }),
  );
  // The code may have been paid: check now instead of waiting for the callback.
  if (result === 'not_cancellable' && outcome.kind === 'refused') await syncQrisPayment(deps, merchant_id, id);
  return result;
}

async function applyCancelResponse(
  tx: MerchantTx,
  id: string,
  outcome: BankOutcome<QrCancelResponse>,
  { now, actor, onCancelled }: { now: Date; actor: Actor; onCancelled: OnCancelled },
): Promise<CancelOutcome> {
  const payment = await lockPayment(tx, { id });
  if (payment === undefined) throw new Error(`QRIS payment ${id} not found`);
  // A code that the bank does not have cannot be paid.
  const is_ended = outcome.kind === 'ok' || (outcome.kind === 'refused' && NOT_FOUND_CODE.test(outcome.response_code));
  if (payment.status !== 'pending' || !is_ended) {
    await insertRailLog(tx, toRailLogObject(payment), outcome.message);
    if (outcome.kind === 'unreachable') return 'unreachable';
    return payment.status === 'cancelled' ? 'cancelled' : 'not_cancellable';
  }
  await applyDecision(
    tx,
    payment,
    { do: 'end', path: ['cancelled'], reason: QRIS_REASONS.cancelled },
    { now, actor, message: outcome.message, bank_status: null },
  );
  await onCancelled(tx);
  return 'cancelled';
}
