/** Handles callbacks about dynamic codes. Idempotent, and independent of their order. */
import type { QrNotifyRequest } from '@dasbor/contract/snap';
import { toBusinessDay } from '@dasbor/contract/time';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { assertIssuedUnder } from '../rails/collection-clients.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackMessage } from '../rails/callbacks.ts';
import { BANK_ACTOR } from '../transaction/write-queries.ts';
import { applyDecision } from './apply-decision.ts';
import { buildCallbackLog } from './callback-log-rules.ts';
import { getIntakeRecorder } from './intake.ts';
import { parseCallbackStatus } from './parse-status-rules.ts';
import { type LockedPayment, lockPayment } from './queries.ts';
import { parsePartnerReference } from './reference-rules.ts';
import { type QrisDecision, decideQrisPayment } from './rules.ts';

const DUPLICATE: QrisDecision = { do: 'ignore' };

/**
 * Applies an authenticated callback. Throws SnapError when the payment is unknown, the X-EXTERNAL-ID was used today, or
 * the content is inconsistent; a rejection of a known payment is logged with that payment.
 */
export async function handleQrCallback(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  message: CallbackMessage<QrNotifyRequest>,
): Promise<void> {
  const { at, external_id, credential, body } = message;
  const partner_reference_no = body.originalPartnerReferenceNo;
  const reference = parsePartnerReference(partner_reference_no);
  if (reference === null) throw new SnapError('transaction_not_found');
  const { merchant_id } = reference;
  if (await getIntakeRecorder(deps)({ merchant_id, message, started_ms: performance.now() })) return;
  const incoming = { partner: credential.partner, business_day: toBusinessDay(at), external_id };
  const bank_status = parseCallbackStatus(body);
  const started = performance.now();

  const rejection = await asMerchant(deps.db, merchant_id, async (tx) => {
    const payment = await lockPayment(tx, { partner_reference_no }, incoming);
    // Thrown inside, so that the transaction rolls back.
    if (payment === undefined) throw new SnapError('transaction_not_found');
    assertIssuedUnder(credential, payment);
    const now = deps.clock.now();
    const decision = payment.is_new_message ? decideQrisPayment(payment, bank_status, now) : DUPLICATE;
    const rejected = findRejection(payment, decision);
    const latency_ms = Math.round(performance.now() - started);
    const log_entry = buildCallbackLog(message, rejected?.response ?? 'successful', latency_ms);
    await applyDecision(tx, payment, decision, { now, actor: BANK_ACTOR, message: log_entry, bank_status });
    if (rejected)
      deps.log.warn({ merchant_id, qris_payment_id: payment.id, reason: rejected.reason }, 'callback rejected');
    // Domain 1.5: late payments are accepted and reported.
    const is_late = decision.do === 'pay' && decision.late_payment;
    if (decision.do === 'record_extra' || is_late) {
      const kind = decision.do === 'record_extra' && decision.is_duplicate ? 'duplicate' : 'late';
      deps.log.warn({ merchant_id, qris_payment_id: payment.id }, `${kind} payment received`);
    }
    return rejected;
  });
  if (rejection) throw new SnapError(rejection.response);
}

type Rejection = { response: SnapError['response']; reason: string };

function findRejection(payment: LockedPayment, decision: QrisDecision): Rejection | null {
  if (!payment.is_new_message) return { response: 'duplicate_external_id', reason: 'X-EXTERNAL-ID used before' };
  return decision.do === 'reject' ? decision : null;
}
