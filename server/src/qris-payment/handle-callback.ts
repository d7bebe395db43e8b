/** Takes the bank's news of a code: once, however often, late or out of order it comes. */
import type { QrNotifyRequest } from '@dasbor/contract/snap';
import { toBusinessDay } from '@dasbor/contract/time';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackMessage } from '../rails/callbacks.ts';
import { BANK_PARTNER_ID } from '../rails/rail-message.ts';
import { BANK_ACTOR } from '../transaction/write-queries.ts';
import { parsePartnerReference } from './create.ts';
import { applyDecision } from './apply-decision.ts';
import { buildCallbackLog } from './callback-log-rules.ts';
import { type LockedPayment, lockPayment } from './queries.ts';
import { type Decision, decide } from './rules.ts';
import { handleStickerCallback } from '../sticker/receive-payment.ts';
import { parseCallbackStatus } from './parse-status-rules.ts';

const DUPLICATE: Decision = { do: 'keep' };

/**
 * Takes a notification whose sender is proved. Throws SnapRefused when it is about no payment of ours, repeats an
 * X-EXTERNAL-ID of the day, or says what cannot be; a refusal about a known payment is kept with that payment.
 */
export async function handleQrCallback(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { at, external_id, body }: CallbackMessage<QrNotifyRequest>,
): Promise<void> {
  const partner_reference_no = body.originalPartnerReferenceNo;
  const named = parsePartnerReference(partner_reference_no);
  if (named === null) throw new SnapError('transaction_not_found');
  if (named.is_sticker) return handleStickerCallback(deps, named.merchant_id, { at, external_id, body });
  const { merchant_id } = named;
  const incoming = { partner: BANK_PARTNER_ID, business_day: toBusinessDay(at), external_id };
  const word = parseCallbackStatus(body);
  const started = performance.now();

  const refused = await asMerchant(deps.db, merchant_id, async (tx) => {
    const payment = await lockPayment(tx, { partner_reference_no }, incoming);
    // Thrown, so that nothing of this transaction stays.
    if (payment === undefined) throw new SnapError('transaction_not_found');
    const now = deps.clock.now();
    const decision = payment.is_new_message ? decide(payment, word, now) : DUPLICATE;
    const refusal = findRejection(payment, decision);
    const latency_ms = Math.round(performance.now() - started);
    const message = buildCallbackLog({ at, external_id, body }, refusal?.response ?? 'successful', latency_ms);
    await applyDecision(tx, payment, decision, word, { now, actor: BANK_ACTOR, message });
    if (refusal) deps.log.warn({ merchant_id, code: payment.id, reason: refusal.reason }, 'notification refused');
    if (decision.do === 'add' || (decision.do === 'settle' && decision.late_payment)) {
      // Domain 1.5: a late payment is taken, and somebody is told.
      deps.log.warn({ merchant_id, code: payment.id }, 'a payment came after its code had ended');
    }
    return refusal;
  });
  if (refused) throw new SnapError(refused.response);
}

type Rejection = { response: SnapError['response']; reason: string };

function findRejection(payment: LockedPayment, decision: Decision): Rejection | null {
  if (!payment.is_new_message) return { response: 'duplicate_external_id', reason: 'X-EXTERNAL-ID used before' };
  return decision.do === 'refuse' ? decision : null;
}
