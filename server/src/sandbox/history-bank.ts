/** The bank of one planned QRIS payment: issues or refuses its code, reports its status and notifies about its end. */
import { toSnapValue } from '@dasbor/contract/money';
import {
  type QrNotifyRequest,
  type QrPaymentInfo,
  SNAP_SERVICES,
  SNAP_STATUSES,
  buildSnapResponse,
} from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { Clock } from '../db/clock.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { PlannedPayment } from './history-plan.ts';
import { buildPastMessage, buildReference, createPastBank } from './past-bank.ts';

export type PayerDetails = Pick<PlannedPayment, 'issuer' | 'payer_name' | 'rrn'>;

export function createPaymentBank(plan: PlannedPayment, clock: Clock): Pick<QrServices, 'generateQr' | 'queryQr'> {
  const refusal = { call: 'qr_mpm_generate', response: 'do_not_honor' } as const;
  const bank = createPastBank(plan.ending === 'issue_refused' ? { clock, failing: refusal } : { clock });
  const additionalInfo = buildPaymentInfo(plan, plan.ended_at);
  // A payment whose notification was lost is found by its status.
  const is_paid = plan.ending === 'callback_lost';
  return {
    ...bank,
    queryQr: (originalPartnerReferenceNo) => {
      const response = {
        ...buildSnapResponse('successful', SNAP_SERVICES.qr_mpm_query),
        originalReferenceNo: buildReference('BS', originalPartnerReferenceNo),
        originalPartnerReferenceNo,
        serviceCode: SNAP_SERVICES.qr_mpm_generate,
        latestTransactionStatus: is_paid ? SNAP_STATUSES.success : SNAP_STATUSES.cancelled,
        transactionStatusDesc: is_paid ? 'Success' : 'Expired',
        amount: { value: toSnapValue(plan.amount), currency: 'IDR' } as const,
        ...(is_paid ? { paidTime: additionalInfo.paidAt, additionalInfo } : {}),
      };
      const request = { originalPartnerReferenceNo };
      const message = buildPastMessage({ clock, call: 'qr_mpm_query', kind: 'successful', request, response });
      return Promise.resolve({ message, kind: 'ok', response });
    },
  };
}

/** The notification about a code. `reference_no`: the bank's reference of the payment; that of the code by default. */
export function buildNotification(
  originalPartnerReferenceNo: string,
  paid: PayerDetails & { amount: number; tip?: number; reference_no?: string; paid_at: Date },
  latestTransactionStatus: QrNotifyRequest['latestTransactionStatus'] = SNAP_STATUSES.success,
): QrNotifyRequest {
  return {
    originalReferenceNo: paid.reference_no ?? buildReference('BS', originalPartnerReferenceNo),
    originalPartnerReferenceNo,
    latestTransactionStatus,
    transactionStatusDesc: latestTransactionStatus === SNAP_STATUSES.success ? 'Success' : 'Not paid',
    amount: { value: toSnapValue(paid.amount), currency: 'IDR' },
    additionalInfo: {
      ...buildPaymentInfo(paid, paid.paid_at),
      ...(paid.tip ? { tipAmount: { value: toSnapValue(paid.tip), currency: 'IDR' } as const } : {}),
    },
  };
}

const buildPaymentInfo = ({ issuer, rrn, payer_name }: PayerDetails, paid_at: Date): QrPaymentInfo => ({
  issuerName: issuer,
  rrn,
  approvalCode: rrn.slice(-6),
  payerName: payer_name,
  paidAt: toSnapTime(paid_at),
});
