/** The bank of the past: answers for one planned payment as the real one would have, without being called over a wire. */
import { fromSnap, toSnap } from '@dasbor/contract/money';
import { encodeQris, toQrisText } from '@dasbor/contract/qris';
import { QRIS_CITY_MAX, QRIS_NAME_MAX } from '@dasbor/contract/qris-validation';
import {
  type QrGenerateResponse,
  type QrGenerateRequest,
  type QrNotifyRequest,
  type QrPaymentInfo,
  type QrQueryResponse,
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  SNAP_STATUSES,
  type SnapCall,
  type SnapResponseKind,
  buildSnapResponse,
} from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { Clock } from '../db/clock.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { BANK_PARTNER_ID, type RailMessage } from '../rails/rail-message.ts';
import type { PlannedPayment } from './history-plan.ts';

export interface PastBank extends Pick<QrServices, 'generateQr' | 'queryQr'> {
  /** The notification that ends the payment with the status `latest`. */
  buildNotification(partner_reference_no: string, latest: QrNotifyRequest['latestTransactionStatus']): QrNotifyRequest;
}

export function pastBank(plan: PlannedPayment, clock: Clock): PastBank {
  const amount = { value: toSnap(plan.amount), currency: 'IDR' } as const;
  const referenceNo = `BS${plan.merchant_reference.replaceAll('-', '')}`;
  const additionalInfo: QrPaymentInfo = {
    issuerName: plan.issuer,
    rrn: plan.rrn,
    approvalCode: plan.rrn.slice(-6),
    payerName: plan.payer_name,
    paidAt: toSnapTime(plan.ended_at),
  };
  const messageOf = (call: SnapCall, response: SnapResponseKind, request: unknown, answer: unknown): RailMessage => ({
    at: clock.now(),
    direction: 'out',
    partner: BANK_PARTNER_ID,
    endpoint: SNAP_PATHS[call],
    external_id: `${clock.now().getTime()}${plan.rrn}`,
    http_status: SNAP_RESPONSES[response].http,
    response_code: buildSnapResponse(response, SNAP_SERVICES[call]).responseCode,
    latency_ms: 40 + (plan.amount % 160),
    request,
    response: answer,
  });

  return {
    generateQr: (request): Promise<BankOutcome<QrGenerateResponse>> => {
      if (plan.ending === 'issue_refused') {
        const { responseCode: response_code, responseMessage: detail } = buildSnapResponse('do_not_honor', '47');
        const message = messageOf('qr_mpm_generate', 'do_not_honor', request, { response_code, detail });
        return Promise.resolve({ message, kind: 'refused', response_code, detail });
      }
      const answer: QrGenerateResponse = {
        ...buildSnapResponse('successful', SNAP_SERVICES.qr_mpm_generate),
        referenceNo,
        partnerReferenceNo: request.partnerReferenceNo,
        qrContent: payloadOf(request, referenceNo),
      };
      const message = messageOf('qr_mpm_generate', 'successful', request, answer);
      return Promise.resolve({ message, kind: 'ok', response: answer });
    },

    queryQr: (originalPartnerReferenceNo): Promise<BankOutcome<QrQueryResponse>> => {
      const is_paid = plan.ending === 'callback_lost';
      const answer: QrQueryResponse = {
        ...buildSnapResponse('successful', SNAP_SERVICES.qr_mpm_query),
        originalReferenceNo: referenceNo,
        originalPartnerReferenceNo,
        serviceCode: SNAP_SERVICES.qr_mpm_generate,
        latestTransactionStatus: is_paid ? SNAP_STATUSES.success : SNAP_STATUSES.cancelled,
        transactionStatusDesc: is_paid ? 'Success' : 'Expired',
        amount,
        ...(is_paid ? { paidTime: additionalInfo.paidAt, additionalInfo } : {}),
      };
      const message = messageOf('qr_mpm_query', 'successful', { originalPartnerReferenceNo }, answer);
      return Promise.resolve({ message, kind: 'ok', response: answer });
    },

    buildNotification: (originalPartnerReferenceNo, latestTransactionStatus) => ({
      originalReferenceNo: referenceNo,
      originalPartnerReferenceNo,
      latestTransactionStatus,
      transactionStatusDesc: latestTransactionStatus === SNAP_STATUSES.success ? 'Success' : 'Not paid',
      amount,
      additionalInfo,
    }),
  };
}

function payloadOf(request: QrGenerateRequest, bill_number: string): string {
  const { merchantName, merchantCity, mcc, criteria } = request.additionalInfo;
  const merchant_pan = `936009990${request.merchantId.slice(-9)}`;
  return encodeQris({
    acquirer: { domain: 'ID.CO.BANKSANDBOX.WWW', merchant_pan, merchant_id: request.merchantId },
    nmid: request.merchantId,
    criteria,
    mcc,
    merchant_name: toQrisText(merchantName, QRIS_NAME_MAX),
    merchant_city: toQrisText(merchantCity, QRIS_CITY_MAX),
    ...(request.amount ? { amount: fromSnap(request.amount.value) } : {}),
    bill_number,
  });
}
