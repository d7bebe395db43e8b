/** Takes the bank's news of a code: once, however often, late or out of order it comes. */
import type { QrNotifyRequest } from '@dasbor/contract/snap';
import { toBusinessDay } from '@dasbor/contract/time';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackMessage } from '../rails/callbacks.ts';
import { BANK_PARTNER_ID } from '../rails/rail-message.ts';
import { BANK_ACTOR } from '../transaction/write-queries.ts';
import { readReference } from './create.ts';
import { carryOut } from './move.ts';
import { messageOf } from './notice.ts';
import { type LockedPayment, lockPayment } from './queries.ts';
import { type Decision, decide } from './rules.ts';
import { takeStickerPayment } from './sticker-payment.ts';
import { wordOfNotification } from './word.ts';

const DUPLICATE: Decision = { do: 'keep' };

/**
 * Takes a notification whose sender is proved. Throws SnapRefused when it is about no payment of ours, repeats an
 * X-EXTERNAL-ID of the day, or says what cannot be; a refusal about a known payment is kept with that payment.
 */
export async function takeNotification(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { at, external_id, body }: CallbackMessage<QrNotifyRequest>,
): Promise<void> {
  const partner_reference_no = body.originalPartnerReferenceNo;
  const named = readReference(partner_reference_no);
  if (named === null) throw new SnapError('transaction_not_found');
  if (named.is_sticker) return takeStickerPayment(deps, named.merchant_id, { at, external_id, body });
  const { merchant_id } = named;
  const incoming = { partner: BANK_PARTNER_ID, business_day: toBusinessDay(at), external_id };
  const word = wordOfNotification(body);
  const started = performance.now();

  const refused = await asMerchant(deps.db, merchant_id, async (tx) => {
    const payment = await lockPayment(tx, { partner_reference_no }, incoming);
    // Thrown, so that nothing of this transaction stays.
    if (payment === undefined) throw new SnapError('transaction_not_found');
    const now = deps.clock.now();
    const decision = payment.is_new_message ? decide(payment, word, now) : DUPLICATE;
    const refusal = refusalOf(payment, decision);
    const latency_ms = Math.round(performance.now() - started);
    const message = messageOf({ at, external_id, body }, refusal?.response ?? 'successful', latency_ms);
    await carryOut(tx, payment, decision, word, { now, actor: BANK_ACTOR, message });
    if (refusal) deps.log.warn({ merchant_id, code: payment.id, reason: refusal.reason }, 'notification refused');
    if (decision.do === 'add' || (decision.do === 'settle' && decision.late_payment)) {
      // Domain 1.5: a late payment is taken, and somebody is told.
      deps.log.warn({ merchant_id, code: payment.id }, 'a payment came after its code had ended');
    }
    return refusal;
  });
  if (refused) throw new SnapError(refused.response);
}

type Refusal = { response: SnapError['response']; reason: string };

function refusalOf(payment: LockedPayment, decision: Decision): Refusal | null {
  if (!payment.is_new_message) return { response: 'duplicate_external_id', reason: 'X-EXTERNAL-ID used before' };
  return decision.do === 'refuse' ? decision : null;
}
