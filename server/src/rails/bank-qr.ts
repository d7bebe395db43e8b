/** QR codes at the bank (services 47, 51 and 77), and what was paid to them (12). */
import {
  type QrCancelAnswer,
  type QrCancelRequest,
  type QrGenerateAnswer,
  type QrGenerateRequest,
  type QrQueryAnswer,
  SNAP_SERVICES,
  qrCancelAnswer,
  qrGenerateAnswer,
  qrQueryAnswer,
} from '@dasbor/contract/snap';
import { type HistoryListAnswer, type HistoryListRequest, historyListAnswer } from '@dasbor/contract/snap-history';
import type { BankOutcome, Caller } from './caller.ts';

export interface QrCalls {
  /** Asks for a code, dynamic or static. Asking again under the same partnerReferenceNo answers the same code. */
  generateQr(request: QrGenerateRequest): Promise<BankOutcome<QrGenerateAnswer>>;
  /** Asks how a dynamic code stands. */
  queryQr(partner_reference_no: string): Promise<BankOutcome<QrQueryAnswer>>;
  /** Ends a dynamic code before it is paid. Ending it again is a success; one that is paid is refused. */
  cancelQr(request: QrCancelRequest): Promise<BankOutcome<QrCancelAnswer>>;
  /** A page of what a static code was paid within a time. */
  listQrPayments(request: HistoryListRequest): Promise<BankOutcome<HistoryListAnswer>>;
}

export const qrCalls = (call: Caller): QrCalls => ({
  generateQr: (request) => call('qr_mpm_generate', request, qrGenerateAnswer),
  queryQr: (originalPartnerReferenceNo) =>
    call('qr_mpm_query', { originalPartnerReferenceNo, serviceCode: SNAP_SERVICES.qr_mpm_generate }, qrQueryAnswer),
  cancelQr: (request) => call('qr_mpm_cancel', request, qrCancelAnswer),
  listQrPayments: (request) => call('transaction_history_list', request, historyListAnswer),
});
