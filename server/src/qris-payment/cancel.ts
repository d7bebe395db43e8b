/** Ends a dynamic code before it is paid: first at the bank, for only the bank knows whether a payer was faster. */
import type { QrCancelResponse } from '@dasbor/contract/snap';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import type { CancelOutcome } from '../transaction/rules.ts';
import type { Actor } from '../transaction/write-queries.ts';
import { NOT_FOUND_CODE, syncQrisPayment } from './sync.ts';
import { applyDecision, toRailLogObject } from './apply-decision.ts';
import { lockPayment } from './queries.ts';

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'bank'>;

/**
 * Ends the code and its payment. `not_cancellable`: it is paid or over, not issued yet, or a sticker; a payment that
 * crossed the wish is taken at once. `unreachable`: nobody knows what the bank did, and nothing has changed here.
 * `also`: runs in the transaction that ends it.
 */
export async function cancelQrisPayment(
  deps: CancelDeps,
  merchant_id: string,
  id: string,
  actor: Actor,
  also: (tx: MerchantTx) => Promise<void> = async () => undefined,
): Promise<CancelOutcome> {
  const payment = await asMerchant(deps.db, merchant_id, (tx) => lockPayment(tx, { id }));
  if (payment?.status === 'cancelled') return 'cancelled';
  if (payment?.status !== 'pending') return 'not_cancellable';
  // No lock is held while the bank thinks.
  const outcome = await deps.bank.cancelQr({
    originalPartnerReferenceNo: payment.partner_reference_no,
    ...(payment.provider_reference === null ? {} : { originalReferenceNo: payment.provider_reference }),
    merchantId: payment.nmid,
  });
  const ended = await asMerchant(deps.db, merchant_id, (tx) =>
    applyCancelResponse(tx, id, outcome, { now: deps.clock.now(), actor }, also),
  );
  // The bank says that it is paid: the money is taken now, not when the notification comes.
  if (ended === 'not_cancellable' && outcome.kind === 'refused') await syncQrisPayment(deps, merchant_id, id);
  return ended;
}

async function applyCancelResponse(
  tx: MerchantTx,
  id: string,
  outcome: BankOutcome<QrCancelResponse>,
  occasion: { now: Date; actor: Actor },
  also: (tx: MerchantTx) => Promise<void>,
): Promise<CancelOutcome> {
  const payment = await lockPayment(tx, { id });
  if (payment === undefined) throw new Error(`There is no QRIS payment ${id}`);
  // What the bank does not know, nobody can pay there.
  const is_ended = outcome.kind === 'ok' || (outcome.kind === 'refused' && NOT_FOUND_CODE.test(outcome.response_code));
  if (payment.status !== 'pending' || !is_ended) {
    await insertRailLog(tx, toRailLogObject(payment), outcome.message);
    if (outcome.kind === 'unreachable') return 'unreachable';
    return payment.status === 'cancelled' ? 'cancelled' : 'not_cancellable';
  }
  const decision = { do: 'end', path: ['cancelled'], reason: 'Cancelled before it was paid' } as const;
  await applyDecision(tx, payment, { ...decision, path: [...decision.path] }, null, {
    ...occasion,
    message: outcome.message,
  });
  await also(tx);
  return 'cancelled';
}
