/** Virtual accounts (services 26, 27, 28 and 31). */
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
  /** Creates a virtual account. Idempotent by trxId. */
  createVa(request: VaCreateRequest): Promise<BankOutcome<VaCreateResponse>>;
  /** Changes amount, limits, name or expiry of an active virtual account. */
  updateVa(request: VaCreateRequest): Promise<BankOutcome<VaCreateResponse>>;
  /** Deletes a virtual account, which stops accepting payments. Idempotent. */
  deleteVa(request: VaDeleteRequest): Promise<BankOutcome<VaDeleteResponse>>;
  /** Lists the payments to a virtual account. */
  queryVa(request: VaStatusRequest): Promise<BankOutcome<VaStatusResponse>>;
}

export const buildVaServices = (call: SnapClient): VaServices => ({
  createVa: (request) => call('va_create', request, vaCreateResponse),
  updateVa: (request) => call('va_update', request, vaCreateResponse),
  deleteVa: (request) => call('va_delete', request, vaDeleteResponse),
  queryVa: (request) => call('va_status', request, vaStatusResponse),
});
