/** Virtual accounts over SNAP BI: opened (27), changed (28), closed (31), and asked about (26). */
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
import type { BankParts } from './bank.ts';
import { inTransaction } from './database.ts';
import { SnapRefused } from './snap-access.ts';
import type { SnapServices } from './snap-service.ts';
import { readSwitches } from './switches.ts';
import {
  closeVa,
  columnsOf,
  findVa,
  findVaByNumber,
  insertVa,
  listVaPayments,
  updateVa,
  type Va,
  vaStateOf,
} from './va-book.ts';
import { paymentMessageOf } from './va-message.ts';

type Answer<A extends SnapResponse> = Omit<A, keyof SnapResponse>;

export const vaServices = (bank: BankParts): SnapServices => ({
  va_create: async (read): Promise<Answer<VaCreateResponse>> => {
    const request = read(vaCreateRequest);
    const { generate_refuse, generate_delay_ms } = readSwitches(bank.database);
    if (generate_refuse) throw new SnapRefused('do_not_honor');
    inTransaction(bank.database, () => open(bank, request));
    if (generate_delay_ms > 0) {
      await wait(generate_delay_ms, undefined, { signal: bank.stopping }).catch(() => undefined);
    }
    return createAnswerOf(request);
  },

  va_update: async (read): Promise<Answer<VaCreateResponse>> => {
    const request = checked(read(vaCreateRequest), bank.clock());
    if (readSwitches(bank.database).generate_refuse) throw new SnapRefused('do_not_honor');
    inTransaction(bank.database, () => {
      const va = ownVa(bank, request);
      const state = vaStateOf(va, bank.clock());
      if (state === 'paid') throw new SnapRefused('bill_paid');
      if (state === 'closed') throw new SnapRefused('invalid_bill', 'virtualAccountNo');
      updateVa(bank.database, request);
    });
    return createAnswerOf(request);
  },

  va_delete: async (read): Promise<Answer<VaDeleteResponse>> => {
    const request = read(vaDeleteRequest);
    if (readSwitches(bank.database).generate_refuse) throw new SnapRefused('do_not_honor');
    inTransaction(bank.database, () => {
      const va = ownVa(bank, request);
      if (vaStateOf(va, bank.clock()) === 'paid') throw new SnapRefused('bill_paid');
      closeVa(bank.database, va.trx_id, bank.clock());
    });
    return {};
  },

  va_status: async (read): Promise<Answer<VaStatusResponse>> => {
    const { partnerServiceId, customerNo, virtualAccountNo, trxId } = read(vaStatusRequest);
    const va = findVa(bank.database, trxId);
    if (!va) throw new SnapRefused('transaction_not_found');
    const payments = listVaPayments(bank.database, trxId, VA_STATUS_PAYMENTS_MAX).map((payment) =>
      paymentMessageOf(va, payment),
    );
    return {
      virtualAccountData: { partnerServiceId, customerNo, virtualAccountNo, trxId, additionalInfo: { payments } },
    };
  },
});

/** Opens a number: the same one when asked again, so that a repeated request opens no second. Call in a transaction. */
function open({ database, clock }: BankParts, given: VaCreateRequest): void {
  const known = findVa(database, given.trxId);
  if (known) {
    const { va_number, amount } = columnsOf(given);
    if (known.va_number === va_number && known.amount === amount) return;
    throw new SnapRefused('duplicate_partner_reference');
  }
  const request = checked(given, clock());
  const number = request.virtualAccountNo.trim();
  if (parseVaNumber(number) === null) throw new SnapRefused('invalid_bill', 'virtualAccountNo');
  const other = findVaByNumber(database, number, clock());
  if (other && vaStateOf(other, clock()) === 'open') throw new SnapRefused('invalid_bill', 'virtualAccountNo');
  insertVa(database, request, clock());
}

function checked(request: VaCreateRequest, now: Date): VaCreateRequest {
  const { totalAmount, virtualAccountTrxType, additionalInfo, expiredDate } = request;
  if (virtualAccountTrxType === 'C' && totalAmount === undefined) throw new SnapRefused('missing_field', 'totalAmount');
  for (const money of [totalAmount, additionalInfo.minAmount, additionalInfo.maxAmount]) {
    if (money !== undefined && !/^[1-9]\d*\.00$/.test(money.value)) throw new SnapRefused('invalid_amount');
  }
  if (expiredDate !== undefined && Date.parse(expiredDate) <= now.getTime()) {
    throw new SnapRefused('invalid_format', 'expiredDate');
  }
  return request;
}

function ownVa({ database }: BankParts, { trxId, virtualAccountNo }: { trxId: string; virtualAccountNo: string }): Va {
  const va = findVa(database, trxId);
  if (!va || va.va_number !== virtualAccountNo.trim()) throw new SnapRefused('invalid_bill', 'virtualAccountNo');
  return va;
}

function createAnswerOf(request: VaCreateRequest): Answer<VaCreateResponse> {
  const { partnerServiceId, customerNo, virtualAccountNo, virtualAccountName, trxId } = request;
  return { virtualAccountData: { partnerServiceId, customerNo, virtualAccountNo, virtualAccountName, trxId } };
}
