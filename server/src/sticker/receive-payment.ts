/** Records payments of stickers, each as a transaction of its own. Idempotent by RRN and reference of the bank. */
import { extractTip } from '@dasbor/contract/qris-tip';
import type { QrNotifyRequest } from '@dasbor/contract/snap';
import { toBusinessDay } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant, isUniqueViolation } from '../db/tx.ts';
import { lockMerchant } from '../db/locks.ts';
import type { Deps } from '../deps.ts';
import { sumCreated } from '../merchant/limit-queries.ts';
import { buildCallbackLog } from '../qris-payment/callback-log-rules.ts';
import { parseCallbackStatus } from '../qris-payment/parse-status-rules.ts';
import {
  buildLiveEvent,
  buildPaidWrites,
  buildUnrequestedPayment,
  formatPaidReason,
  toRailLogObject,
} from '../qris-payment/payment-queries.ts';
import type { QrisBankStatus } from '../qris-payment/rules.ts';
import { assertIssuedUnder } from '../rails/collection-clients.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackMessage } from '../rails/callbacks.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import { insertRailLog, buildRailLogInsert } from '../rails/queries.ts';
import { BANK_ACTOR, insertTransaction } from '../transaction/write-queries.ts';
import { buildExceptionInsert } from './event-queries.ts';
import { type LockedSticker, listKnownPayments, lockSticker } from './queries.ts';
import {
  EXCEPTION_TEXTS,
  type StickerDecision,
  type StickerLimits,
  decideStickerPayment,
  findExceptions,
} from './rules.ts';

type ReceiveDeps = Pick<Deps, 'db' | 'clock' | 'log'>;
type QrCallback = CallbackMessage<QrNotifyRequest>;

/**
 * Handles an authenticated callback about a sticker. Throws SnapError when the sticker is unknown, the X-EXTERNAL-ID was
 * used today, or the content is inconsistent.
 */
export async function handleStickerCallback(
  deps: ReceiveDeps,
  merchant_id: string,
  message: QrCallback,
): Promise<void> {
  const rejected = await receiveOnce(deps, merchant_id, message).catch((error: unknown) => {
    // A concurrent copy was recorded first; the retry finds it.
    if (isUniqueViolation(error)) return receiveOnce(deps, merchant_id, message);
    throw error;
  });
  if (rejected) throw new SnapError(rejected);
}

function receiveOnce(
  deps: ReceiveDeps,
  merchant_id: string,
  message: QrCallback,
): Promise<SnapError['response'] | null> {
  const { at, external_id, credential, body } = message;
  const incoming = { partner: credential.partner, business_day: toBusinessDay(at), external_id };
  const bank_status = parseCallbackStatus(body);
  const started = performance.now();
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const key = { partner_reference_no: body.originalPartnerReferenceNo };
    const sticker = await lockSticker(tx, key, 'share', incoming);
    if (sticker === undefined) throw new SnapError('transaction_not_found');
    assertIssuedUnder(credential, sticker);
    const now = deps.clock.now();
    const known = await listKnownPayments(tx, sticker.id, bank_status);
    const decision: StickerDecision = sticker.is_new_message
      ? decideStickerPayment(sticker.status, known, bank_status, now)
      : { do: 'reject', response: 'duplicate_external_id', reason: 'X-EXTERNAL-ID used before' };
    const response = decision.do === 'reject' ? decision.response : 'successful';
    const log = buildCallbackLog(message, response, Math.round(performance.now() - started));
    if (decision.do === 'record') {
      await recordPayment(tx, sticker, decision, { now, message: log, bank_status });
      if (decision.flag) deps.log.warn({ merchant_id, sticker_id: sticker.id }, `sticker paid ${decision.flag}`);
      return null;
    }
    await insertRailLog(tx, toRailLogObject(sticker), log);
    if (decision.do === 'ignore') return null;
    deps.log.warn({ merchant_id, sticker_id: sticker.id, reason: decision.reason }, 'callback rejected');
    return decision.response;
  });
}

/**
 * Records a payment that is in the bank's transaction history but was not reported by a callback. `message`: the history
 * request. Returns whether the payment was new.
 */
export async function recordFoundPayment(
  deps: ReceiveDeps,
  merchant_id: string,
  id: string,
  { bank_status, message }: { bank_status: QrisBankStatus; message: RailMessage },
): Promise<boolean> {
  const record = () =>
    asMerchant(deps.db, merchant_id, async (tx) => {
      const sticker = await lockSticker(tx, { id }, 'share');
      if (sticker === undefined) throw new Error(`Sticker ${id} not found`);
      const now = deps.clock.now();
      const known = await listKnownPayments(tx, sticker.id, bank_status);
      const decision = decideStickerPayment(sticker.status, known, bank_status, now);
      if (decision.do === 'reject') {
        deps.log.warn({ merchant_id, sticker_id: id, reason: decision.reason }, 'payment in the bank history rejected');
        await insertRailLog(tx, toRailLogObject(sticker), message);
      }
      if (decision.do !== 'record') return false;
      const flag = [decision.flag, 'found in the transaction history of the bank']
        .filter((text) => text !== null)
        .join(', ');
      await recordPayment(tx, sticker, { ...decision, flag }, { now, message, bank_status });
      return true;
    });
  return record().catch((error: unknown) => {
    // Its callback was recorded concurrently.
    if (isUniqueViolation(error)) return false;
    throw error;
  });
}

const NO_VOLUME = { day_amount: 0, month_amount: 0 };

/** The volume that counts towards limits, and the lock of the merchant with it, so that payments at once count each other. */
async function sumVolume(tx: MerchantTx, limits: StickerLimits, now: Date): Promise<typeof NO_VOLUME> {
  if (limits.limit_per_day === null && limits.limit_per_month === null) return NO_VOLUME;
  await lockMerchant(tx);
  return sumCreated(tx, now);
}

/** Inserts the payment with its timeline, transfers and log entry in one statement. */
async function recordPayment(
  tx: MerchantTx,
  sticker: LockedSticker,
  { amount, paid_at, flag }: Extract<StickerDecision, { do: 'record' }>,
  { now, message, bank_status }: { now: Date; message: RailMessage; bank_status: QrisBankStatus },
): Promise<void> {
  const id = newId('transaction', now);
  const tip_amount = extractTip(amount, sticker, bank_status.tip_amount);
  const captured = { transaction_id: id, amount, tip_amount, paid_at, bank_status };
  const { change, transfers } = buildPaidWrites(tx, sticker, captured, now);
  const exceptions = findExceptions(sticker, amount, await sumVolume(tx, sticker, now));
  const remarks = [...exceptions.map((each) => EXCEPTION_TEXTS[each]), ...(flag === null ? [] : [flag])];
  const reason = `${formatPaidReason(bank_status, tip_amount)} at ${sticker.name}${remarks.map((text) => `, ${text}`).join('')}`;
  const [broken] = exceptions;
  const exception = { transaction_id: id, amount, sticker_name: sticker.name, at: now };
  const provider_reference = bank_status.reference_no;
  await insertTransaction(
    tx,
    { ...buildUnrequestedPayment(id, sticker, amount, now), source: 'static_qr', description: sticker.name },
    {
      status: 'success',
      actor: BANK_ACTOR,
      reason,
      change: { ...change, provider_reference },
      // A sticker receives thousands of callbacks: each is logged with its payment.
      more: {
        ...transfers,
        ...(broken === undefined ? {} : { exception: buildExceptionInsert(tx, { ...exception, reason: broken }) }),
        message: buildRailLogInsert(tx, { object_type: 'transaction', object_id: id }, message),
      },
      live_events: [buildLiveEvent(sticker)],
    },
  );
}
