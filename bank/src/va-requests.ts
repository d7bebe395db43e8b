/** Requests to the partner: bill inquiry (24) and payment notification (25) of a virtual account. */
import { toSnapValue } from '@dasbor/contract/money';
import type { VaInquiryRequest, VaPaymentRequest } from '@dasbor/contract/snap-va';
import { toSnapTime } from '@dasbor/contract/time';
import { randomDigits, formatTimestamp } from './qr-code.ts';
import type { Va, VaPayment } from './va-queries.ts';

const toVaNumberFields = ({ partner_service_id, customer_no }: Va) => ({
  partnerServiceId: partner_service_id,
  customerNo: customer_no,
  virtualAccountNo: partner_service_id + customer_no,
});

const CHANNELS = ['ATM', 'MOBILE', 'INTERNET'];

export const buildInquiryRequest = (va: Va, at: Date): VaInquiryRequest => ({
  ...toVaNumberFields(va),
  inquiryRequestId: `${formatTimestamp(at)}${randomDigits(10)}`,
  trxDateInit: toSnapTime(at),
  channelCode: CHANNELS[at.getTime() % CHANNELS.length],
});

export const buildPaymentRequest = (va: Va, payment: VaPayment): VaPaymentRequest => ({
  ...toVaNumberFields(va),
  virtualAccountName: va.name,
  paymentRequestId: payment.payment_request_id,
  trxId: va.trx_id,
  paidAmount: { value: toSnapValue(payment.paid_amount), currency: 'IDR' },
  trxDateTime: toSnapTime(new Date(payment.paid_at)),
  referenceNo: payment.reference_no,
  sourceAccountName: payment.payer_name,
  sourceBankCode: payment.payer_bank,
});
