/** QR refunds over SNAP BI (78). */
import { fromSnap, toSnap } from '@dasbor/contract/money';
import { QRIS_ISSUERS } from '@dasbor/contract/qris-issuer';
import { type QrRefundResponse, type QrRefundRequest, qrRefundRequest } from '@dasbor/contract/snap-refund';
import { toSnapTime } from '@dasbor/contract/time';
import type { BankParts } from './bank.ts';
import { inTransaction } from './database.ts';
import { findQrPayment } from './qr-payment.ts';
import { SnapRefused } from './snap-access.ts';
import type { SnapServices } from './snap-service.ts';
import { readSwitches } from './switches.ts';
import { bookQrRefund, findQrRefund, type QrRefund, refundedOf } from './transfer-book.ts';

export const refundServices = (bank: BankParts): SnapServices => ({
  qr_mpm_refund: async (read): Promise<Omit<QrRefundResponse, 'responseCode' | 'responseMessage'>> => {
    const request = read(qrRefundRequest);
    const refund = giveBack(bank, request);
    return {
      originalReferenceNo: refund.payment_reference_no,
      refundNo: refund.refund_no,
      partnerRefundNo: refund.partner_refund_no,
      refundAmount: { value: toSnap(refund.amount), currency: 'IDR' },
      refundTime: toSnapTime(new Date(refund.created_at)),
    };
  },
});

/** Gives a payment back once per number: asked again, the same refund is answered. */
function giveBack({ database, clock }: BankParts, request: QrRefundRequest): QrRefund {
  const { refund_outcome } = readSwitches(database);
  if (refund_outcome === 'lost') throw new SnapRefused('timeout');
  const amount = fromSnap(request.refundAmount.value);
  const refund = inTransaction(database, () => {
    const known = findQrRefund(database, request.partnerRefundNo);
    if (known && known.amount !== amount) throw new SnapRefused('duplicate_partner_reference');
    if (known) return known;
    const payment = findQrPayment(database, request.originalReferenceNo);
    if (!payment) throw new SnapRefused('transaction_not_found');
    const issuer = QRIS_ISSUERS.find(({ code }) => code === payment.issuer_code);
    const is_part = amount < payment.paid_amount;
    const takes_it = issuer?.refunds === 'full_and_partial' || (issuer?.refunds === 'full' && !is_part);
    if (!takes_it || refund_outcome === 'refused') throw new SnapRefused('do_not_honor');
    if (amount < 1 || refundedOf(database, payment.reference_no) + amount > payment.paid_amount) {
      throw new SnapRefused('invalid_amount');
    }
    const { partnerRefundNo: partner_refund_no, reason = '' } = request;
    const order = { partner_refund_no, payment_reference_no: payment.reference_no, amount, reason };
    return bookQrRefund(database, order, clock());
  });
  if (refund_outcome === 'time_out') throw new SnapRefused('timeout');
  return refund;
}
