/** Takes the bank's news of a payment of a sticker: each as a payment of its own, once, however often it is told. */
import { tipWithin } from '@dasbor/contract/qris-tip';
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
import { newsOf, paidWords, railObjectOf, taken, unaskedPayment } from './move.ts';
import { messageOf } from './notice.ts';
import type { BankWord } from './rules.ts';
import { type LockedSticker, listKnownPayments, lockSticker } from './sticker-queries.ts';
import { type StickerDecision, decideSticker } from './sticker-rules.ts';
import { wordOfNotification } from './word.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'log'>;
type Message = CallbackMessage<QrNotifyRequest>;

/**
 * Takes a notification about a sticker whose sender is proved. Throws SnapRefused when there is no such sticker, when it
 * repeats an X-EXTERNAL-ID of the day, or says what cannot be.
 */
export async function takeStickerPayment(deps: Parts, merchant_id: string, message: Message): Promise<void> {
  const refused = await takeOnce(deps, merchant_id, message).catch((error: unknown) => {
    // Two copies came at the same moment: the other one has been taken, and this one is now known.
    if (isUniqueViolation(error)) return takeOnce(deps, merchant_id, message);
    throw error;
  });
  if (refused) throw new SnapError(refused);
}

function takeOnce(deps: Parts, merchant_id: string, message: Message): Promise<SnapError['response'] | null> {
  const { at, external_id, body } = message;
  const incoming = { partner: BANK_PARTNER_ID, business_day: toBusinessDay(at), external_id };
  const word = wordOfNotification(body);
  const started = performance.now();
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const key = { partner_reference_no: body.originalPartnerReferenceNo };
    const sticker = await lockSticker(tx, key, 'share', incoming);
    if (sticker === undefined) throw new SnapError('transaction_not_found');
    const now = deps.clock.now();
    const known = await listKnownPayments(tx, sticker.id, word);
    const decision: StickerDecision = sticker.is_new_message
      ? decideSticker(sticker.status, known, word, now)
      : { do: 'refuse', response: 'duplicate_external_id', reason: 'X-EXTERNAL-ID used before' };
    const response = decision.do === 'refuse' ? decision.response : 'successful';
    const kept = messageOf(message, response, Math.round(performance.now() - started));
    if (decision.do === 'take') {
      await take(tx, sticker, decision, word, { now, message: kept });
      if (decision.flag) deps.log.warn({ merchant_id, code: sticker.id }, `a sticker was paid ${decision.flag}`);
      return null;
    }
    await insertRailLog(tx, railObjectOf(sticker), kept);
    if (decision.do === 'keep') return null;
    deps.log.warn({ merchant_id, code: sticker.id, reason: decision.reason }, 'notification refused');
    return decision.response;
  });
}

/**
 * Takes a payment of which the bank's own list tells and no notification did, with the `message` that told of it.
 * Answers whether it was new.
 */
export async function takeFoundPayment(
  deps: Parts,
  merchant_id: string,
  id: string,
  word: BankWord,
  message: RailMessage,
): Promise<boolean> {
  const found = () =>
    asMerchant(deps.db, merchant_id, async (tx) => {
      const sticker = await lockSticker(tx, { id }, 'share');
      if (sticker === undefined) throw new Error(`There is no sticker ${id}`);
      const now = deps.clock.now();
      const decision = decideSticker(sticker.status, await listKnownPayments(tx, sticker.id, word), word, now);
      if (decision.do === 'refuse') {
        deps.log.warn({ merchant_id, code: id, reason: decision.reason }, "a payment of the bank's list is refused");
        await insertRailLog(tx, railObjectOf(sticker), message);
      }
      if (decision.do !== 'take') return false;
      const flag = [decision.flag, 'found in the list of the bank'].filter((text) => text !== null).join(', ');
      await take(tx, sticker, { ...decision, flag }, word, { now, message });
      return true;
    });
  return found().catch((error: unknown) => {
    // Its notification came at the same moment.
    if (isUniqueViolation(error)) return false;
    throw error;
  });
}

/** Makes the payment with all that belongs to it, in one statement. */
async function take(
  tx: MerchantTx,
  sticker: LockedSticker,
  { amount, paid_at, flag }: Extract<StickerDecision, { do: 'take' }>,
  word: BankWord,
  { now, message }: { now: Date; message: RailMessage },
): Promise<void> {
  const id = newId('transaction', now);
  const tip_amount = tipWithin(amount, sticker, word.tip_amount);
  const { change, transfers } = taken(tx, sticker, id, { amount, tip_amount, paid_at }, word, { now });
  const reason = `${paidWords(word, tip_amount)} at ${sticker.name}${flag === null ? '' : `, ${flag}`}`;
  await insertTransaction(
    tx,
    { ...unaskedPayment(id, sticker, amount, now), source: 'static_qr', description: sticker.name },
    { status: 'success', actor: BANK_ACTOR, reason, change: { ...change, provider_reference: word.reference_no } },
    // A sticker has thousands of messages: each is kept with its payment.
    { ...transfers, message: buildRailLogInsert(tx, { object_type: 'transaction', object_id: id }, message) },
    [newsOf(sticker)],
  );
}
