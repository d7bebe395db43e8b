/** QR refunds over SNAP BI (78). */
import { fromSnapValue, toSnapValue } from '@dasbor/contract/money';
import { QRIS_ISSUERS } from '@dasbor/contract/qris-issuer';
import { type QrRefundResponse, type QrRefundRequest, qrRefundRequest } from '@dasbor/contract/snap-refund';
import { toSnapTime } from '@dasbor/contract/time';
import type { BankContext } from './bank.ts';
import { inTransaction } from './database.ts';
import type { Partner } from './partners.ts';
import { findCode } from './qr-code.ts';
import { findQrPayment } from './qr-payment.ts';
import { SnapError } from './snap-auth.ts';
import type { SnapServices } from './snap-service.ts';
import { readSwitches } from './switches.ts';
import { insertQrRefund, findQrRefund, type QrRefund, sumRefunds } from './transfer-queries.ts';

export const refundServices = (bank: BankContext): SnapServices => ({
  qr_mpm_refund: async (read, partner): Promise<Omit<QrRefundResponse, 'responseCode' | 'responseMessage'>> => {
    const request = read(qrRefundRequest);
    const refund = refundPayment(bank, request, partner);
    return {
      originalReferenceNo: refund.payment_reference_no,
      refundNo: refund.refund_no,
      partnerRefundNo: refund.partner_refund_no,
      refundAmount: { value: toSnapValue(refund.amount), currency: 'IDR' },
      refundTime: toSnapTime(new Date(refund.created_at)),
    };
  },
});

/** Refunds a payment. Idempotent by partnerRefundNo. */
function refundPayment(
  { database, partners, clock }: BankContext,
  request: QrRefundRequest,
  partner: Partner,
): QrRefund {
  const { refund_outcome } = readSwitches(database);
  if (refund_outcome === 'lost') throw new SnapError('timeout');
  const amount = fromSnapValue(request.refundAmount.value);
  const refund = inTransaction(database, () => {
    const known = findQrRefund(database, request.partnerRefundNo);
    if (known && known.amount !== amount) throw new SnapError('duplicate_partner_reference');
    if (known) return known;
    const payment = findQrPayment(database, request.originalReferenceNo);
    const code = payment && findCode(database, 'reference_no', payment.code_reference_no);
    const is_own = code && partners.getOwner(code.partner_reference_no).client_key === partner.client_key;
    if (!payment || !is_own) throw new SnapError('transaction_not_found');
    const issuer = QRIS_ISSUERS.find(({ code }) => code === payment.issuer_code);
    const is_part = amount < payment.paid_amount;
    const is_refundable = issuer?.refunds === 'full_and_partial' || (issuer?.refunds === 'full' && !is_part);
    if (!is_refundable || refund_outcome === 'refused') throw new SnapError('do_not_honor');
    if (amount < 1 || sumRefunds(database, payment.reference_no) + amount > payment.paid_amount) {
      throw new SnapError('invalid_amount');
    }
    const { partnerRefundNo: partner_refund_no, reason = '' } = request;
    const refund = { partner_refund_no, payment_reference_no: payment.reference_no, amount, reason };
    return insertQrRefund(database, refund, clock());
  });
  if (refund_outcome === 'time_out') throw new SnapError('timeout');
  return refund;
}
