/** What the bank tells its partner when a code was paid (service 52). */
import { toSnap } from '@dasbor/contract/money';
import { type QrNotifyRequest, SNAP_STATUSES } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { QrCode } from './qr-code.ts';

export function notificationOf(code: QrCode): QrNotifyRequest {
  const { paid_at, paid_amount, rrn, approval_code, issuer_name, payer_name } = code;
  if (paid_at === null || paid_amount === null) throw new Error(`Code ${code.reference_no} is not paid`);
  const amount = { value: toSnap(paid_amount), currency: 'IDR' } as const;
  return {
    originalReferenceNo: code.reference_no,
    originalPartnerReferenceNo: code.partner_reference_no,
    latestTransactionStatus: SNAP_STATUSES.success,
    transactionStatusDesc: 'Success',
    amount,
    additionalInfo: {
      issuerName: issuer_name ?? '',
      rrn: rrn ?? '',
      approvalCode: approval_code ?? '',
      payerName: payer_name ?? '',
      paidAt: toSnapTime(new Date(paid_at)),
    },
  };
}
