/** QR codes at the bank (services 47 and 51). */
import {
  type QrGenerateAnswer,
  type QrGenerateRequest,
  type QrQueryAnswer,
  SNAP_SERVICES,
  qrGenerateAnswer,
  qrQueryAnswer,
} from '@dasbor/contract/snap';
import type { BankOutcome, Caller } from './caller.ts';

export interface QrCalls {
  /** Asks for a dynamic code. Asking again under the same partnerReferenceNo answers the same code. */
  generateQr(request: QrGenerateRequest): Promise<BankOutcome<QrGenerateAnswer>>;
  /** Asks how a code stands. */
  queryQr(partner_reference_no: string): Promise<BankOutcome<QrQueryAnswer>>;
}

export const qrCalls = (call: Caller): QrCalls => ({
  generateQr: (request) => call('qr_mpm_generate', request, qrGenerateAnswer),
  queryQr: (originalPartnerReferenceNo) =>
    call('qr_mpm_query', { originalPartnerReferenceNo, serviceCode: SNAP_SERVICES.qr_mpm_generate }, qrQueryAnswer),
});
