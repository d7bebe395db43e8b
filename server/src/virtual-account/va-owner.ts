/** The virtual accounts of payments, as an owner of numbers: what banks ask about them, and what they tell. */
import { SNAP_SERVICES, buildSnapResponse } from '@dasbor/contract/snap';
import type { VaInquiryRequest } from '@dasbor/contract/snap-va';
import { toBusinessDay } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackMessage } from '../rails/callbacks.ts';
import { BANK_PARTNER_ID } from '../rails/rail-message.ts';
import type { VaBill, VaNumber, VaOwner } from '../rails/va-callbacks.ts';
import { buildLiveEvent } from './transition.ts';
import { type LockedVa, insertVaInquiry, lockVa } from './queries.ts';
import { findInquiryRejection } from './rules.ts';
import { receiveVaPayment } from './receive-payment.ts';

type OwnerDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

export const virtualAccountOwner = (deps: OwnerDeps): VaOwner => ({
  inquire: (number, message) => answerInquiry(deps, number, message),

  pay: async ({ merchant_id, number }, money) => {
    const key = { va_number: number, trx_id: money.body.trxId ?? null };
    const taken = await receiveVaPayment(deps, merchant_id, key, money);
    if (taken === null) return null;
    if (taken.response !== 'successful') throw new SnapError(taken.response);
    return { holder_name: taken.holder_name };
  },
});

/** Answers what is to be paid, and keeps the question whatever the answer was. */
async function answerInquiry(
  deps: OwnerDeps,
  { merchant_id, number }: VaNumber,
  { at, external_id, body }: CallbackMessage<VaInquiryRequest>,
): Promise<VaBill | null> {
  const incoming = { partner: BANK_PARTNER_ID, business_day: toBusinessDay(at), external_id };
  const found = await asMerchant(deps.db, merchant_id, async (tx) => {
    const va = await lockVa(tx, { va_number: number, trx_id: null }, incoming);
    if (va === undefined) return null;
    // Nothing is kept of a repeated message: it was kept when it came first.
    if (!va.is_new_message) return { va, refusal: { response: 'duplicate_external_id' } as const };
    const refusal = findInquiryRejection(va, deps.clock.now());
    await insertVaInquiry(tx, {
      id: newId('va_inquiry', at),
      virtual_account_id: va.id,
      inquiry_request_id: body.inquiryRequestId,
      at,
      channel: body.channelCode ?? null,
      response_code: buildSnapResponse(refusal?.response ?? 'successful', SNAP_SERVICES.va_inquiry).responseCode,
      answer: refusal?.answer ?? 'Can be paid',
    });
    await publishLiveEvents(tx, buildLiveEvent(va));
    return { va, refusal };
  });
  if (found === null) return null;
  if (found.refusal !== null) throw new SnapError(found.refusal.response);
  return toBill(found.va);
}

const toBill = ({ holder_name, expected_amount, amount_min, amount_max }: LockedVa): VaBill => ({
  holder_name,
  amount: expected_amount,
  amount_min,
  amount_max,
});
