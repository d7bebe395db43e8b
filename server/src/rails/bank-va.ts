/** Virtual accounts at the bank (services 26, 27, 28 and 31). */
import {
  type VaCreateResponse,
  type VaCreateRequest,
  type VaDeleteResponse,
  type VaDeleteRequest,
  type VaStatusResponse,
  type VaStatusRequest,
  vaCreateResponse,
  vaDeleteResponse,
  vaStatusResponse,
} from '@dasbor/contract/snap-va';
import type { BankOutcome, SnapClient } from './snap-client.ts';

export interface VaServices {
  /** Has the bank open a number. Asking again under the same trxId answers the same. */
  createVa(request: VaCreateRequest): Promise<BankOutcome<VaCreateResponse>>;
  /** Changes amount, limits, name or time of a number that is open. */
  updateVa(request: VaCreateRequest): Promise<BankOutcome<VaCreateResponse>>;
  /** Closes a number: nothing can be paid to it any more. Closing it again is a success. */
  deleteVa(request: VaDeleteRequest): Promise<BankOutcome<VaDeleteResponse>>;
  /** Asks which payments a number had. */
  queryVa(request: VaStatusRequest): Promise<BankOutcome<VaStatusResponse>>;
}

export const buildVaServices = (call: SnapClient): VaServices => ({
  createVa: (request) => call('va_create', request, vaCreateResponse),
  updateVa: (request) => call('va_update', request, vaCreateResponse),
  deleteVa: (request) => call('va_delete', request, vaDeleteResponse),
  queryVa: (request) => call('va_status', request, vaStatusResponse),
});
