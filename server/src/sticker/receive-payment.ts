/** Takes the bank's news of a payment of a sticker: each as a payment of its own, once, however often it is told. */
import { extractTip } from '@dasbor/contract/qris-tip';
import type { QrNotifyRequest } from '@dasbor/contract/snap';
import { toBusinessDay } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant, isUniqueViolation } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackMessage } from '../rails/callbacks.ts';
import { BANK_PARTNER_ID, type RailMessage } from '../rails/rail-message.ts';
import { insertRailLog, buildRailLogInsert } from '../rails/queries.ts';
import { BANK_ACTOR, insertTransaction } from '../transaction/write-queries.ts';
import {
  buildLiveEvent,
  formatPaidReason,
  toRailLogObject,
  buildPaidWrites,
  buildUnrequestedPayment,
} from '../qris-payment/apply-decision.ts';
import { buildCallbackLog } from '../qris-payment/callback-log-rules.ts';
import type { BankStatus } from '../qris-payment/rules.ts';
import { type LockedSticker, listKnownPayments, lockSticker } from './queries.ts';
import { type StickerDecision, decideStickerPayment } from './rules.ts';
import { parseCallbackStatus } from '../qris-payment/parse-status-rules.ts';

type ReceiveDeps = Pick<Deps, 'db' | 'clock' | 'log'>;
type QrCallback = CallbackMessage<QrNotifyRequest>;

/**
 * Takes a notification about a sticker whose sender is proved. Throws SnapRefused when there is no such sticker, when it
 * repeats an X-EXTERNAL-ID of the day, or says what cannot be.
 */
export async function handleStickerCallback(
  deps: ReceiveDeps,
  merchant_id: string,
  message: QrCallback,
): Promise<void> {
  const refused = await receiveOnce(deps, merchant_id, message).catch((error: unknown) => {
    // Two copies came at the same moment: the other one has been taken, and this one is now known.
    if (isUniqueViolation(error)) return receiveOnce(deps, merchant_id, message);
    throw error;
  });
  if (refused) throw new SnapError(refused);
}

function receiveOnce(
  deps: ReceiveDeps,
  merchant_id: string,
  message: QrCallback,
): Promise<SnapError['response'] | null> {
  const { at, external_id, body } = message;
  const incoming = { partner: BANK_PARTNER_ID, business_day: toBusinessDay(at), external_id };
  const word = parseCallbackStatus(body);
  const started = performance.now();
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const key = { partner_reference_no: body.originalPartnerReferenceNo };
    const sticker = await lockSticker(tx, key, 'share', incoming);
    if (sticker === undefined) throw new SnapError('transaction_not_found');
    const now = deps.clock.now();
    const known = await listKnownPayments(tx, sticker.id, word);
    const decision: StickerDecision = sticker.is_new_message
      ? decideStickerPayment(sticker.status, known, word, now)
      : { do: 'refuse', response: 'duplicate_external_id', reason: 'X-EXTERNAL-ID used before' };
    const response = decision.do === 'refuse' ? decision.response : 'successful';
    const kept = buildCallbackLog(message, response, Math.round(performance.now() - started));
    if (decision.do === 'take') {
      await recordPayment(tx, sticker, decision, word, { now, message: kept });
      if (decision.flag) deps.log.warn({ merchant_id, code: sticker.id }, `a sticker was paid ${decision.flag}`);
      return null;
    }
    await insertRailLog(tx, toRailLogObject(sticker), kept);
    if (decision.do === 'keep') return null;
    deps.log.warn({ merchant_id, code: sticker.id, reason: decision.reason }, 'notification refused');
    return decision.response;
  });
}

/**
 * Takes a payment of which the bank's own list tells and no notification did, with the `message` that told of it.
 * Answers whether it was new.
 */
export async function recordFoundPayment(
  deps: ReceiveDeps,
  merchant_id: string,
  id: string,
  word: BankStatus,
  message: RailMessage,
): Promise<boolean> {
  const found = () =>
    asMerchant(deps.db, merchant_id, async (tx) => {
      const sticker = await lockSticker(tx, { id }, 'share');
      if (sticker === undefined) throw new Error(`There is no sticker ${id}`);
      const now = deps.clock.now();
      const decision = decideStickerPayment(sticker.status, await listKnownPayments(tx, sticker.id, word), word, now);
      if (decision.do === 'refuse') {
        deps.log.warn({ merchant_id, code: id, reason: decision.reason }, "a payment of the bank's list is refused");
        await insertRailLog(tx, toRailLogObject(sticker), message);
      }
      if (decision.do !== 'take') return false;
      const flag = [decision.flag, 'found in the list of the bank'].filter((text) => text !== null).join(', ');
      await recordPayment(tx, sticker, { ...decision, flag }, word, { now, message });
      return true;
    });
  return found().catch((error: unknown) => {
    // Its notification came at the same moment.
    if (isUniqueViolation(error)) return false;
    throw error;
  });
}

/** Makes the payment with all that belongs to it, in one statement. */
async function recordPayment(
  tx: MerchantTx,
  sticker: LockedSticker,
  { amount, paid_at, flag }: Extract<StickerDecision, { do: 'take' }>,
  word: BankStatus,
  { now, message }: { now: Date; message: RailMessage },
): Promise<void> {
  const id = newId('transaction', now);
  const tip_amount = extractTip(amount, sticker, word.tip_amount);
  const { change, transfers } = buildPaidWrites(tx, sticker, id, { amount, tip_amount, paid_at }, word, { now });
  const reason = `${formatPaidReason(word, tip_amount)} at ${sticker.name}${flag === null ? '' : `, ${flag}`}`;
  await insertTransaction(
    tx,
    { ...buildUnrequestedPayment(id, sticker, amount, now), source: 'static_qr', description: sticker.name },
    { status: 'success', actor: BANK_ACTOR, reason, change: { ...change, provider_reference: word.reference_no } },
    // A sticker has thousands of messages: each is kept with its payment.
    { ...transfers, message: buildRailLogInsert(tx, { object_type: 'transaction', object_id: id }, message) },
    [buildLiveEvent(sticker)],
  );
}
