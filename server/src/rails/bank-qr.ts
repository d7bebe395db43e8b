/** QR codes (services 47, 51 and 77) and the payments they received (12). */
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
  /** Creates a dynamic or static code. Idempotent by partnerReferenceNo. */
  generateQr(request: QrGenerateRequest): Promise<BankOutcome<QrGenerateResponse>>;
  /** Retrieves the status of a dynamic code. */
  queryQr(partner_reference_no: string): Promise<BankOutcome<QrQueryResponse>>;
  /** Cancels an unpaid dynamic code. Idempotent; a paid code is refused. */
  cancelQr(request: QrCancelRequest): Promise<BankOutcome<QrCancelResponse>>;
  /** Lists one page of the payments to a static code within a period. */
  listQrPayments(request: HistoryListRequest): Promise<BankOutcome<HistoryListResponse>>;
}

export const buildQrServices = (call: SnapClient): QrServices => ({
  generateQr: (request) => call('qr_mpm_generate', request, qrGenerateResponse),
  queryQr: (originalPartnerReferenceNo) =>
    call('qr_mpm_query', { originalPartnerReferenceNo, serviceCode: SNAP_SERVICES.qr_mpm_generate }, qrQueryResponse),
  cancelQr: (request) => call('qr_mpm_cancel', request, qrCancelResponse),
  listQrPayments: (request) => call('transaction_history_list', request, historyListResponse),
});
