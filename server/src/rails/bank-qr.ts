/** QR codes at the bank (services 47, 51 and 77), and what was paid to them (12). */
import {
  type QrCancelResponse,
  type QrCancelRequest,
  type QrGenerateResponse,
  type QrGenerateRequest,
  type QrQueryResponse,
  SNAP_SERVICES,
  qrCancelResponse,
  qrGenerateResponse,
  qrQueryResponse,
} from '@dasbor/contract/snap';
import { type HistoryListResponse, type HistoryListRequest, historyListResponse } from '@dasbor/contract/snap-history';
import type { BankOutcome, SnapClient } from './snap-client.ts';

export interface QrServices {
  /** Asks for a code, dynamic or static. Asking again under the same partnerReferenceNo answers the same code. */
  generateQr(request: QrGenerateRequest): Promise<BankOutcome<QrGenerateResponse>>;
  /** Asks how a dynamic code stands. */
  queryQr(partner_reference_no: string): Promise<BankOutcome<QrQueryResponse>>;
  /** Ends a dynamic code before it is paid. Ending it again is a success; one that is paid is refused. */
  cancelQr(request: QrCancelRequest): Promise<BankOutcome<QrCancelResponse>>;
  /** A page of what a static code was paid within a time. */
  listQrPayments(request: HistoryListRequest): Promise<BankOutcome<HistoryListResponse>>;
}

export const buildQrServices = (call: SnapClient): QrServices => ({
  generateQr: (request) => call('qr_mpm_generate', request, qrGenerateResponse),
  queryQr: (originalPartnerReferenceNo) =>
    call('qr_mpm_query', { originalPartnerReferenceNo, serviceCode: SNAP_SERVICES.qr_mpm_generate }, qrQueryResponse),
  cancelQr: (request) => call('qr_mpm_cancel', request, qrCancelResponse),
  listQrPayments: (request) => call('transaction_history_list', request, historyListResponse),
});
