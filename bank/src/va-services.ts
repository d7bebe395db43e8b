/** Virtual account services over SNAP BI: create (27), update (28), delete (31) and status (26). */
import { setTimeout as wait } from 'node:timers/promises';
import { parseVaNumber } from '@dasbor/contract/bank';
import type { SnapResponse } from '@dasbor/contract/snap';
import {
  VA_STATUS_PAYMENTS_MAX,
  type VaCreateResponse,
  type VaCreateRequest,
  type VaDeleteResponse,
  type VaStatusResponse,
  vaCreateRequest,
  vaDeleteRequest,
  vaStatusRequest,
} from '@dasbor/contract/snap-va';
import type { BankContext } from './bank.ts';
import { inTransaction } from './database.ts';
import { type Partner, insertPartnerObject } from './partners.ts';
import { SnapError } from './snap-auth.ts';
import type { SnapServices } from './snap-service.ts';
import { readSwitches } from './switches.ts';
import {
  closeVa,
  toVaColumns,
  findVa,
  findVaByNumber,
  insertVa,
  listVaPayments,
  updateVa,
  type Va,
  toVaStatus,
} from './va-queries.ts';
import { buildPaymentRequest } from './va-requests.ts';

type ResponseBody<A extends SnapResponse> = Omit<A, keyof SnapResponse>;

export const vaServices = (bank: BankContext): SnapServices => ({
  va_create: async (read, partner): Promise<ResponseBody<VaCreateResponse>> => {
    const request = read(vaCreateRequest);
    const { generate_refuse, generate_delay_ms } = readSwitches(bank.database);
    if (generate_refuse) throw new SnapError('do_not_honor');
    inTransaction(bank.database, () => openVa(bank, request, partner));
    if (generate_delay_ms > 0) {
      await wait(generate_delay_ms, undefined, { signal: bank.stopping }).catch(() => undefined);
    }
    return toCreateResponse(request);
  },

  va_update: async (read, partner): Promise<ResponseBody<VaCreateResponse>> => {
    const request = validateRequest(read(vaCreateRequest), bank.clock());
    if (readSwitches(bank.database).generate_refuse) throw new SnapError('do_not_honor');
    inTransaction(bank.database, () => {
      const va = getVa(bank, partner, request);
      const state = toVaStatus(va, bank.clock());
      if (state === 'paid') throw new SnapError('bill_paid');
      if (state === 'closed') throw new SnapError('invalid_bill', 'virtualAccountNo');
      updateVa(bank.database, request);
    });
    return toCreateResponse(request);
  },

  va_delete: async (read, partner): Promise<ResponseBody<VaDeleteResponse>> => {
    const request = read(vaDeleteRequest);
    if (readSwitches(bank.database).generate_refuse) throw new SnapError('do_not_honor');
    inTransaction(bank.database, () => {
      const va = getVa(bank, partner, request);
      if (toVaStatus(va, bank.clock()) === 'paid') throw new SnapError('bill_paid');
      closeVa(bank.database, va.trx_id, bank.clock());
    });
    return {};
  },

  va_status: async (read, partner): Promise<ResponseBody<VaStatusResponse>> => {
    const { partnerServiceId, customerNo, virtualAccountNo, trxId } = read(vaStatusRequest);
    const va = findVa(bank.database, trxId);
    if (!va || !isOwner(bank, partner, trxId)) throw new SnapError('transaction_not_found');
    const payments = listVaPayments(bank.database, trxId, VA_STATUS_PAYMENTS_MAX).map((payment) =>
      buildPaymentRequest(va, payment),
    );
    return {
      virtualAccountData: { partnerServiceId, customerNo, virtualAccountNo, trxId, additionalInfo: { payments } },
    };
  },
});

/** Creates a virtual account. Idempotent by trxId. Call inside a transaction. */
function openVa(bank: BankContext, given: VaCreateRequest, partner: Partner): void {
  const { database, clock } = bank;
  const known = findVa(database, given.trxId);
  if (known) {
    const { va_number, amount } = toVaColumns(given);
    if (known.va_number === va_number && known.amount === amount && isOwner(bank, partner, given.trxId)) return;
    throw new SnapError('duplicate_partner_reference');
  }
  const request = validateRequest(given, clock());
  const number = request.virtualAccountNo.trim();
  if (parseVaNumber(number) === null) throw new SnapError('invalid_bill', 'virtualAccountNo');
  const other = findVaByNumber(database, number, clock());
  if (other && toVaStatus(other, clock()) === 'open') throw new SnapError('invalid_bill', 'virtualAccountNo');
  insertVa(database, request, clock());
  insertPartnerObject(database, partner, request.trxId);
}

/** Virtual accounts of other partners do not exist for a partner. */
const isOwner = ({ partners }: BankContext, { client_key }: Partner, trx_id: string): boolean =>
  partners.getOwner(trx_id).client_key === client_key;

function validateRequest(request: VaCreateRequest, now: Date): VaCreateRequest {
  const { totalAmount, virtualAccountTrxType, additionalInfo, expiredDate } = request;
  if (virtualAccountTrxType === 'C' && totalAmount === undefined) throw new SnapError('missing_field', 'totalAmount');
  for (const money of [totalAmount, additionalInfo.minAmount, additionalInfo.maxAmount]) {
    if (money !== undefined && !/^[1-9]\d*\.00$/.test(money.value)) throw new SnapError('invalid_amount');
  }
  if (expiredDate !== undefined && Date.parse(expiredDate) <= now.getTime()) {
    throw new SnapError('invalid_format', 'expiredDate');
  }
  return request;
}

function getVa(
  bank: BankContext,
  partner: Partner,
  { trxId, virtualAccountNo }: { trxId: string; virtualAccountNo: string },
): Va {
  const va = findVa(bank.database, trxId);
  if (!va || va.va_number !== virtualAccountNo.trim() || !isOwner(bank, partner, trxId))
    throw new SnapError('invalid_bill', 'virtualAccountNo');
  return va;
}

function toCreateResponse(request: VaCreateRequest): ResponseBody<VaCreateResponse> {
  const { partnerServiceId, customerNo, virtualAccountNo, virtualAccountName, trxId } = request;
  return { virtualAccountData: { partnerServiceId, customerNo, virtualAccountNo, virtualAccountName, trxId } };
}
