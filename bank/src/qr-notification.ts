/** Payment details of a code, for notifications (service 52) and query responses. */
import { toSnapValue } from '@dasbor/contract/money';
import { type QrNotifyRequest, type QrPaymentInfo, SNAP_STATUSES } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { QrCode } from './qr-code.ts';
import type { QrPayment } from './qr-payment.ts';

export const buildQrNotification = (code: QrCode, payment: QrPayment): QrNotifyRequest => ({
  originalReferenceNo: payment.reference_no,
  originalPartnerReferenceNo: code.partner_reference_no,
  latestTransactionStatus: SNAP_STATUSES.success,
  transactionStatusDesc: 'Success',
  amount: { value: toSnapValue(payment.paid_amount), currency: 'IDR' },
  additionalInfo: toPaymentInfo(payment),
});

export const toPaymentInfo = (payment: QrPayment): QrPaymentInfo => ({
  issuerName: payment.issuer_name,
  issuerCode: payment.issuer_code,
  rrn: payment.rrn,
  approvalCode: payment.approval_code,
  payerName: payment.payer_name,
  paidAt: toSnapTime(new Date(payment.paid_at)),
  ...(payment.tip_amount > 0 ? { tipAmount: { value: toSnapValue(payment.tip_amount), currency: 'IDR' } } : {}),
});
