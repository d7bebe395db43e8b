/**
 * Virtual account inquiries and payments from banks (services 24 and 25). The number identifies its merchant; the owning
 * feature (payment or top-up) is the first one that recognises the number.
 */
import { fromSnapValue, toSnapValue } from '@dasbor/contract/money';
import type { Rupiah } from '@dasbor/contract/money';
import { bankShortName, parseVaNumber } from '@dasbor/contract/bank';
import {
  type VaInquiryResponse,
  type VaInquiryRequest,
  type VaPaymentResponse,
  type VaPaymentRequest,
  vaInquiryRequest,
  vaPaymentRequest,
} from '@dasbor/contract/snap-va';
import type { SnapResponse } from '@dasbor/contract/snap';
import type { CallbackCredential } from './collection-clients.ts';
import { SnapError } from './callback-auth.ts';
import { type CallbackMessage, type CallbackRoute, defineCallback } from './callbacks.ts';

/** A virtual account number and the merchant that it identifies. */
export interface VaNumber {
  merchant_id: string;
  /** Digits only. */
  number: string;
  /** Channel code of the bank. */
  channel: string;
}

/** The bill shown to the payer. */
export interface VaBill {
  holder_name: string;
  /** Exact amount; null when the payer chooses within the limits. */
  amount: Rupiah | null;
  amount_min: Rupiah | null;
  amount_max: Rupiah | null;
}

/** A payment reported by a bank. */
export interface IncomingVaPayment {
  at: Date;
  /** X-EXTERNAL-ID of the request and the credential of its sender; null when the payment was found by a status inquiry. */
  reported: { external_id: string; credential: CallbackCredential } | null;
  payment_request_id: string;
  amount: Rupiah;
  paid_at: Date;
  reference_no: string | null;
  sender_name: string | null;
  /** Short name; the code of a bank that is not known. */
  sender_bank: string | null;
  /** The raw request, for the provider log. */
  body: VaPaymentRequest;
}

/**
 * A feature that owns numbers. Both functions return null for a number of another feature and throw SnapError when the
 * number cannot be paid (`bill_paid`, `invalid_bill`, `invalid_amount`). `pay` is idempotent by `payment_request_id`.
 */
export interface VaCallbackHandler {
  inquire: (number: VaNumber, message: CallbackMessage<VaInquiryRequest>) => Promise<VaBill | null>;
  pay: (number: VaNumber, money: IncomingVaPayment) => Promise<{ holder_name: string } | null>;
}

type Data<A extends SnapResponse> = Omit<A, keyof SnapResponse>;

/** Builds both services. `findMerchant` resolves the five merchant digits inside a number. */
export function buildVaCallbacks(
  findMerchant: (va_part: string) => Promise<string | null>,
  handlers: readonly VaCallbackHandler[],
): CallbackRoute[] {
  async function getVaNumber(virtualAccountNo: string): Promise<VaNumber> {
    const number = virtualAccountNo.trim();
    const read = parseVaNumber(number);
    const merchant_id = read === null ? null : await findMerchant(read.va_part);
    if (read === null || merchant_id === null) throw new SnapError('invalid_bill', 'unknown number');
    return { merchant_id, number, channel: read.channel };
  }

  async function getFromHandler<T>(query: (handler: VaCallbackHandler) => Promise<T | null>): Promise<T> {
    for (const handler of handlers) {
      const result = await query(handler);
      if (result !== null) return result;
    }
    throw new SnapError('invalid_bill', 'unknown number');
  }

  const inquire = async (message: CallbackMessage<VaInquiryRequest>): Promise<Data<VaInquiryResponse>> => {
    const number = await getVaNumber(message.body.virtualAccountNo);
    const bill = await getFromHandler((handler) => handler.inquire(number, message));
    return toInquiryResponse(message.body, bill);
  };

  const pay = async ({
    at,
    external_id,
    credential,
    body,
  }: CallbackMessage<VaPaymentRequest>): Promise<Data<VaPaymentResponse>> => {
    const number = await getVaNumber(body.virtualAccountNo);
    const money = toIncomingVaPayment(body, { at, reported: { external_id, credential } });
    const { holder_name } = await getFromHandler((handler) => handler.pay(number, money));
    const { partnerServiceId, customerNo, virtualAccountNo, paymentRequestId, paidAmount } = body;
    const fields = { partnerServiceId, customerNo, virtualAccountNo, paymentRequestId, paidAmount };
    return { virtualAccountData: { ...fields, virtualAccountName: holder_name, paymentFlagStatus: '00' } };
  };

  return [
    defineCallback({ call: 'va_inquiry', schema: vaInquiryRequest, handle: inquire }),
    defineCallback({ call: 'va_payment', schema: vaPaymentRequest, handle: pay }),
  ];
}

function toInquiryResponse(body: VaInquiryRequest, bill: VaBill): Data<VaInquiryResponse> {
  const { partnerServiceId, customerNo, virtualAccountNo, inquiryRequestId } = body;
  const { holder_name, amount, amount_min, amount_max } = bill;
  const has_limits = amount === null && (amount_min !== null || amount_max !== null);
  const money = (value: Rupiah) => ({ value: toSnapValue(value), currency: 'IDR' }) as const;
  const limits = {
    ...(amount_min === null ? {} : { minAmount: money(amount_min) }),
    ...(amount_max === null ? {} : { maxAmount: money(amount_max) }),
  };
  return {
    virtualAccountData: {
      partnerServiceId,
      customerNo,
      virtualAccountNo,
      inquiryRequestId,
      inquiryStatus: '00',
      inquiryReason: { english: 'Success', indonesia: 'Sukses' },
      virtualAccountName: holder_name,
      totalAmount: money(amount ?? 0),
      virtualAccountTrxType: amount !== null ? 'C' : has_limits ? 'I' : 'O',
      ...(has_limits ? { additionalInfo: limits } : {}),
    },
  };
}

/** Converts a reported payment. Rejects amounts with cents. */
export function toIncomingVaPayment(
  body: VaPaymentRequest,
  message: Pick<IncomingVaPayment, 'at' | 'reported'>,
): IncomingVaPayment {
  return {
    ...message,
    payment_request_id: body.paymentRequestId,
    amount: parseWholeAmount(body.paidAmount.value),
    paid_at: new Date(body.trxDateTime),
    reference_no: body.referenceNo ?? null,
    sender_name: body.sourceAccountName ?? null,
    sender_bank: body.sourceBankCode === undefined ? null : bankShortName(body.sourceBankCode),
    body,
  };
}

function parseWholeAmount(value: string): Rupiah {
  try {
    return fromSnapValue(value);
  } catch {
    throw new SnapError('invalid_amount');
  }
}
