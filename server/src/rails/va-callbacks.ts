/**
 * What banks ask and tell about virtual account numbers (services 24 and 25). A number names its merchant; which noun
 * owns it (a payment's number, or one that tops up the payout balance) is found by asking each in turn.
 */
import { fromSnap, toSnap } from '@dasbor/contract/money';
import type { Rupiah } from '@dasbor/contract/money';
import { readVaNumber } from '@dasbor/contract/bank';
import {
  type VaInquiryAnswer,
  type VaInquiryRequest,
  type VaPaymentAnswer,
  type VaPaymentRequest,
  vaInquiryRequest,
  vaPaymentRequest,
} from '@dasbor/contract/snap-va';
import type { SnapAnswer } from '@dasbor/contract/snap';
import { SnapRefused } from './access.ts';
import { type Incoming, type ServedCallback, callbackService } from './callbacks.ts';

/** A number that a bank asks about or was paid to, and the merchant that it names. */
export interface VaNumber {
  merchant_id: string;
  /** Digits only. */
  number: string;
  /** Channel code of the bank. */
  channel: string;
}

/** What the payer is shown. */
export interface VaBill {
  holder_name: string;
  /** Exact amount; null when the payer chooses within the limits. */
  amount: Rupiah | null;
  amount_min: Rupiah | null;
  amount_max: Rupiah | null;
}

/** A payment that a bank took. */
export interface VaMoney {
  at: Date;
  /** X-EXTERNAL-ID of the message; null when the payment was found by asking the bank. */
  external_id: string | null;
  payment_request_id: string;
  amount: Rupiah;
  paid_at: Date;
  reference_no: string | null;
  sender_name: string | null;
  sender_bank: string | null;
  /** The message as it came, for the log. */
  body: VaPaymentRequest;
}

/**
 * A noun that owns numbers. Both answer null when the number is none of its own, and throw SnapRefused when it is, but
 * cannot be paid (`bill_paid`, `invalid_bill`, `invalid_amount`). A payment that was noted before is answered as it was then.
 */
export interface VaOwner {
  inquire: (number: VaNumber, message: Incoming<VaInquiryRequest>) => Promise<VaBill | null>;
  pay: (number: VaNumber, money: VaMoney) => Promise<{ holder_name: string } | null>;
}

type Data<A extends SnapAnswer> = Omit<A, keyof SnapAnswer>;

/** The two services, for all owners. `merchantOf`: whose the five digits inside a number are. */
export function vaCallbacks(
  merchantOf: (va_part: string) => Promise<string | null>,
  owners: readonly VaOwner[],
): ServedCallback[] {
  async function numberOf(virtualAccountNo: string): Promise<VaNumber> {
    const number = virtualAccountNo.trim();
    const read = readVaNumber(number);
    const merchant_id = read === null ? null : await merchantOf(read.va_part);
    if (read === null || merchant_id === null) throw new SnapRefused('invalid_bill', 'unknown number');
    return { merchant_id, number, channel: read.channel };
  }

  async function firstOf<T>(ask: (owner: VaOwner) => Promise<T | null>): Promise<T> {
    for (const owner of owners) {
      const answer = await ask(owner);
      if (answer !== null) return answer;
    }
    throw new SnapRefused('invalid_bill', 'unknown number');
  }

  const inquire = async (message: Incoming<VaInquiryRequest>): Promise<Data<VaInquiryAnswer>> => {
    const number = await numberOf(message.body.virtualAccountNo);
    const bill = await firstOf((owner) => owner.inquire(number, message));
    return inquiryAnswerOf(message.body, bill);
  };

  const pay = async ({ at, external_id, body }: Incoming<VaPaymentRequest>): Promise<Data<VaPaymentAnswer>> => {
    const number = await numberOf(body.virtualAccountNo);
    const money = moneyOf(body, { at, external_id });
    const { holder_name } = await firstOf((owner) => owner.pay(number, money));
    const { partnerServiceId, customerNo, virtualAccountNo, paymentRequestId, paidAmount } = body;
    const fields = { partnerServiceId, customerNo, virtualAccountNo, paymentRequestId, paidAmount };
    return { virtualAccountData: { ...fields, virtualAccountName: holder_name, paymentFlagStatus: '00' } };
  };

  return [
    callbackService({ call: 'va_inquiry', schema: vaInquiryRequest, take: inquire }),
    callbackService({ call: 'va_payment', schema: vaPaymentRequest, take: pay }),
  ];
}

function inquiryAnswerOf(body: VaInquiryRequest, bill: VaBill): Data<VaInquiryAnswer> {
  const { partnerServiceId, customerNo, virtualAccountNo, inquiryRequestId } = body;
  const { holder_name, amount, amount_min, amount_max } = bill;
  const has_limits = amount === null && (amount_min !== null || amount_max !== null);
  const money = (value: Rupiah) => ({ value: toSnap(value), currency: 'IDR' }) as const;
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

/** A payment as a bank tells of it; refuses an amount with cents. */
export function moneyOf(body: VaPaymentRequest, message: { at: Date; external_id: string | null }): VaMoney {
  return {
    ...message,
    payment_request_id: body.paymentRequestId,
    amount: wholeAmount(body.paidAmount.value),
    paid_at: new Date(body.trxDateTime),
    reference_no: body.referenceNo ?? null,
    sender_name: body.sourceAccountName ?? null,
    sender_bank: body.sourceBankCode ?? null,
    body,
  };
}

function wholeAmount(value: string): Rupiah {
  try {
    return fromSnap(value);
  } catch {
    throw new SnapRefused('invalid_amount');
  }
}
