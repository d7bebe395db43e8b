/** Handles inquiries and payments of virtual accounts that banks report (rails/va-callbacks.ts). */
import type { Rupiah } from '@dasbor/contract/money';
import { SNAP_SERVICES, buildSnapResponse } from '@dasbor/contract/snap';
import type { VaInquiryRequest } from '@dasbor/contract/snap-va';
import { toBusinessDay } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import { getMerchantActivity } from '../db/merchant-activity.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getPaymentAllowance } from '../merchant/limit-queries.ts';
import { assertIssuedUnder } from '../rails/collection-clients.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackMessage } from '../rails/callbacks.ts';
import type { VaBill, VaCallbackHandler, VaNumber } from '../rails/va-callbacks.ts';
import { VA_INQUIRY_RESPONSES } from '@dasbor/contract/payment-reasons';
import { buildLiveEvent } from './transition.ts';
import { type LockedVa, insertVaInquiry, lockVa } from './queries.ts';
import { type InquiryDecision, findInquiryRejection, decideInquiry, findMerchantRejection } from './rules.ts';
import { receiveVaPayment } from './receive-payment.ts';

type OwnerDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

export const virtualAccountCallbackHandler = (deps: OwnerDeps): VaCallbackHandler => ({
  inquire: (number, message) => answerInquiry(deps, number, message),

  pay: async ({ merchant_id, number }, money) => {
    const key = { va_number: number, trx_id: money.body.trxId ?? null };
    const result = await receiveVaPayment(deps, merchant_id, key, money);
    if (result === null) return null;
    if (result.response !== 'successful') throw new SnapError(result.response);
    return { holder_name: result.holder_name };
  },
});

/** Answers an inquiry with the bill, and records the inquiry in any case. */
async function answerInquiry(
  deps: OwnerDeps,
  { merchant_id, number }: VaNumber,
  { at, external_id, credential, body }: CallbackMessage<VaInquiryRequest>,
): Promise<VaBill | null> {
  const incoming = { partner: credential.partner, business_day: toBusinessDay(at), external_id };
  const found = await asMerchant(deps.db, merchant_id, async (tx) => {
    const va = await lockVa(tx, { va_number: number, trx_id: null }, incoming);
    if (va === undefined) return null;
    assertIssuedUnder(credential, va);
    // A repeated message was recorded the first time.
    if (!va.is_new_message) return { va, rejection: { response: 'duplicate_external_id' } as const, amount_max: null };
    const now = deps.clock.now();
    const terms = findInquiryRejection(va, now) ?? findMerchantRejection(await getMerchantActivity(tx));
    const decision: InquiryDecision =
      terms === null
        ? decideInquiry(va, await getPaymentAllowance(tx, { channel: va.bank, now }))
        : { rejection: terms };
    const { rejection } = decision;
    await insertVaInquiry(tx, {
      id: newId('va_inquiry', at),
      virtual_account_id: va.id,
      inquiry_request_id: body.inquiryRequestId,
      at,
      channel: body.channelCode ?? null,
      response_code: buildSnapResponse(rejection?.response ?? 'successful', SNAP_SERVICES.va_inquiry).responseCode,
      response_description: rejection?.description ?? VA_INQUIRY_RESPONSES.payable,
    });
    await publishLiveEvents(tx, buildLiveEvent(va));
    return { va, rejection, amount_max: decision.rejection === null ? decision.amount_max : null };
  });
  if (found === null) return null;
  if (found.rejection !== null) throw new SnapError(found.rejection.response);
  return toBill(found.va, found.amount_max);
}

/** `allowed_max`: the most that the limits of the merchant allow now; null when only the terms of the number apply. */
const toBill = (
  { holder_name, expected_amount, amount_min, amount_max }: LockedVa,
  allowed_max: Rupiah | null,
): VaBill => ({
  holder_name,
  amount: expected_amount,
  amount_min,
  amount_max: allowed_max ?? amount_max,
});
