/** Virtual accounts at the bank (services 26, 27, 28 and 31). */
import {
  type VaCreateAnswer,
  type VaCreateRequest,
  type VaDeleteAnswer,
  type VaDeleteRequest,
  type VaStatusAnswer,
  type VaStatusRequest,
  vaCreateAnswer,
  vaDeleteAnswer,
  vaStatusAnswer,
} from '@dasbor/contract/snap-va';
import type { BankOutcome, Caller } from './caller.ts';

export interface VaCalls {
  /** Has the bank open a number. Asking again under the same trxId answers the same. */
  createVa(request: VaCreateRequest): Promise<BankOutcome<VaCreateAnswer>>;
  /** Changes amount, limits, name or time of a number that is open. */
  updateVa(request: VaCreateRequest): Promise<BankOutcome<VaCreateAnswer>>;
  /** Closes a number: nothing can be paid to it any more. Closing it again is a success. */
  deleteVa(request: VaDeleteRequest): Promise<BankOutcome<VaDeleteAnswer>>;
  /** Asks which payments a number had. */
  queryVa(request: VaStatusRequest): Promise<BankOutcome<VaStatusAnswer>>;
}

export const vaCalls = (call: Caller): VaCalls => ({
  createVa: (request) => call('va_create', request, vaCreateAnswer),
  updateVa: (request) => call('va_update', request, vaCreateAnswer),
  deleteVa: (request) => call('va_delete', request, vaDeleteAnswer),
  queryVa: (request) => call('va_status', request, vaStatusAnswer),
});
