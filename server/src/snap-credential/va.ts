/** Virtual accounts for merchants' servers (services 26 and 27), by the product's own routes. */
import { VA_BANKS, VA_MERCHANT_DIGITS, type VaBank, getVaBank } from '@dasbor/contract/bank';
import type { Output } from '@dasbor/contract/route';
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import type { MerchantVaCreateRequest, MerchantVaStatusRequest } from '@dasbor/contract/snap-merchant';
import { toVaFields } from '@dasbor/contract/snap-va';
import { toSnapTime } from '@dasbor/contract/time';
import type { createVirtualAccount, getVirtualAccount } from '@dasbor/contract/virtual-account';
import type { VaAmountType, VaStatus, VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { SnapError } from '../rails/callback-auth.ts';
import { toAmount, toSnapAmount } from './qr.ts';

/** Dependencies of the services, for one request. */
export interface VaOperations {
  now: Date;
  /** Idempotent by the key. The body is validated. */
  create: (body: object, idempotency_key: string) => Promise<Output<typeof createVirtualAccount>>;
  /** Throws 404 without such a virtual account. */
  get: (id: string) => Promise<Output<typeof getVirtualAccount>['data']>;
  findByReference: (reference: string) => Promise<{ id: string } | undefined>;
  /** The last virtual account with a number. */
  findByNumber: (va_number: string) => Promise<{ id: string } | undefined>;
  /** The five digits of the merchant within its numbers. */
  findVaPart: () => Promise<string | null>;
}

export const VA_FIELDS = {
  holder_name: 'virtualAccountName',
  merchant_reference: 'trxId',
  expected_amount: 'totalAmount.value',
  amount_min: 'additionalInfo.minAmount.value',
  amount_max: 'additionalInfo.maxAmount.value',
  suffix: 'customerNo',
  expires_in_s: 'expiredDate',
  customer_email: 'virtualAccountEmail',
  customer_phone: 'virtualAccountPhone',
} as const;

const AMOUNT_TYPES = { C: 'closed', O: 'open', I: 'min_max' } as const satisfies Record<string, VaAmountType>;
const TRX_TYPES = { closed: 'C', open: 'O', min_max: 'I' } as const;

/** Service 27. The same trxId with the same content returns the same virtual account. */
export async function createVa(operations: VaOperations, request: MerchantVaCreateRequest): Promise<object> {
  const bank = getBank(request.partnerServiceId);
  const suffix = await findSuffix(operations, bank, request);
  const body = toBody(request, { bank, suffix, now: operations.now });
  const found = await operations.findByReference(request.trxId);
  const va =
    found === undefined
      ? (await operations.create(body, `snap:${request.trxId}`)).data
      : await operations.get(found.id);
  const current = va.status === 'pending' ? await operations.get(va.id) : va;
  assertSameRequest(current, body);
  if (current.status === 'failed') throw new SnapError('do_not_honor');
  // The bank did not respond yet: the client repeats its request with the same trxId.
  if (current.status === 'pending') throw new SnapError('in_progress');
  return {
    virtualAccountData: {
      ...toVaNumberFields(current),
      ...(current.expected_amount === null ? {} : { totalAmount: toSnapAmount(current.expected_amount) }),
      virtualAccountTrxType: TRX_TYPES[current.amount_type],
      ...(current.expires_at === null ? {} : { expiredDate: toSnapTime(new Date(current.expires_at)) }),
      additionalInfo: { virtualAccountId: current.id },
    },
  };
}

function getBank(partnerServiceId: string): VaBank {
  const bank = VA_BANKS.find(({ company_code }) => company_code === partnerServiceId.trim());
  if (bank === undefined) throw new SnapError('invalid_bill', 'unknown partnerServiceId');
  return bank.channel;
}

/** The part of customerNo that the merchant chooses. undefined: it is generated. */
async function findSuffix(
  operations: VaOperations,
  bank: VaBank,
  { partnerServiceId, customerNo, virtualAccountNo }: MerchantVaCreateRequest,
): Promise<string | undefined> {
  const company_code = partnerServiceId.trim();
  const number = virtualAccountNo?.trim();
  if (number !== undefined && !number.startsWith(company_code))
    throw new SnapError('invalid_format', 'virtualAccountNo');
  const customer = customerNo ?? number?.slice(company_code.length);
  if (customer === undefined) return undefined;
  if (number !== undefined && number !== company_code + customer) {
    throw new SnapError('invalid_format', 'virtualAccountNo');
  }
  const va_part = (await operations.findVaPart()) ?? '';
  const length = VA_MERCHANT_DIGITS + getVaBank(bank).suffix_digits;
  if (!customer.startsWith(va_part) || customer.length !== length) {
    throw new SnapError('invalid_bill', `customerNo has ${length} digits and begins with ${va_part}`);
  }
  return customer.slice(VA_MERCHANT_DIGITS);
}

interface VaBody {
  bank: VaBank;
  holder_name: string;
  type: 'single' | 'reusable';
  amount_type: VaAmountType;
  expected_amount?: number;
  amount_min?: number;
  amount_max?: number;
  suffix?: string;
  merchant_reference: string;
}

function toBody(
  request: MerchantVaCreateRequest,
  { bank, suffix, now }: { bank: VaBank; suffix: string | undefined; now: Date },
): VaBody {
  const { virtualAccountName, virtualAccountEmail, virtualAccountPhone, trxId, totalAmount, expiredDate } = request;
  const { minAmount, maxAmount, isReusable = false } = request.additionalInfo ?? {};
  const expires_in_s =
    expiredDate === undefined ? undefined : Math.floor((Date.parse(expiredDate) - now.getTime()) / 1000);
  return {
    bank,
    holder_name: virtualAccountName.trim().toUpperCase(),
    type: isReusable ? 'reusable' : 'single',
    amount_type: AMOUNT_TYPES[request.virtualAccountTrxType],
    ...(totalAmount === undefined ? {} : { expected_amount: toAmount(totalAmount.value, VA_FIELDS.expected_amount) }),
    ...(minAmount === undefined ? {} : { amount_min: toAmount(minAmount.value, VA_FIELDS.amount_min) }),
    ...(maxAmount === undefined ? {} : { amount_max: toAmount(maxAmount.value, VA_FIELDS.amount_max) }),
    ...(suffix === undefined ? {} : { suffix }),
    ...(expires_in_s === undefined ? (isReusable ? { expires_in_s: null } : {}) : { expires_in_s }),
    merchant_reference: trxId,
    ...(virtualAccountEmail === undefined ? {} : { customer_email: virtualAccountEmail }),
    ...(virtualAccountPhone === undefined ? {} : { customer_phone: virtualAccountPhone }),
  };
}

/** The expiry is not compared: a client that repeats its request later may ask for a later one. */
function assertSameRequest(va: VirtualAccount, body: VaBody): void {
  const is_same =
    va.bank === body.bank &&
    va.holder_name === body.holder_name &&
    va.type === body.type &&
    va.amount_type === body.amount_type &&
    va.expected_amount === (body.expected_amount ?? null) &&
    va.amount_min === (body.amount_min ?? null) &&
    va.amount_max === (body.amount_max ?? null) &&
    (body.suffix === undefined || va.va_number.endsWith(body.suffix));
  if (!is_same) throw new SnapError('inconsistent_request');
}

const toVaNumberFields = ({ va_number, bank, holder_name, merchant_reference }: VirtualAccount) => ({
  ...toVaFields(va_number, getVaBank(bank).company_code),
  virtualAccountName: holder_name,
  ...(merchant_reference === null ? {} : { trxId: merchant_reference }),
});

const STATUSES: Record<VaStatus, { status: string; description: string }> = {
  pending: { status: SNAP_STATUSES.initiated, description: 'Initiated' },
  active: { status: SNAP_STATUSES.pending, description: 'Pending' },
  paid: { status: SNAP_STATUSES.success, description: 'Success' },
  expired: { status: SNAP_STATUSES.cancelled, description: 'Expired' },
  inactive: { status: SNAP_STATUSES.cancelled, description: 'Inactive' },
  failed: { status: SNAP_STATUSES.failed, description: 'Failed' },
};
const RECEIVED = { status: SNAP_STATUSES.success, description: 'Success' };

/** Service 26. */
export async function queryVa(operations: VaOperations, request: MerchantVaStatusRequest): Promise<object> {
  const { trxId, virtualAccountNo, inquiryRequestId } = request;
  const found =
    trxId === undefined
      ? await operations.findByNumber((virtualAccountNo ?? '').trim())
      : await operations.findByReference(trxId);
  if (found === undefined) throw new SnapError('invalid_bill', 'unknown number');
  const va = await operations.get(found.id);
  if (virtualAccountNo !== undefined && va.va_number !== virtualAccountNo.trim()) {
    throw new SnapError('invalid_bill', 'unknown number');
  }
  // A reusable number stays active after its payments.
  const { status, description } = va.payments_count > 0 ? RECEIVED : STATUSES[va.status];
  const payments = va.payments.filter(({ transaction_id }) => transaction_id !== null);
  return {
    virtualAccountData: {
      ...toVaNumberFields(va),
      ...(inquiryRequestId === undefined ? {} : { inquiryRequestId }),
      paidAmount: toSnapAmount(va.paid_amount),
      ...(va.expected_amount === null ? {} : { totalAmount: toSnapAmount(va.expected_amount) }),
      ...(va.last_paid_at === null ? {} : { trxDateTime: toSnapTime(new Date(va.last_paid_at)) }),
      additionalInfo: {
        latestTransactionStatus: status,
        transactionStatusDesc: description,
        payments: payments.map((payment) => ({
          paymentRequestId: payment.payment_request_id,
          paidAmount: toSnapAmount(payment.amount),
          trxDateTime: toSnapTime(new Date(payment.paid_at)),
          ...(payment.reference_no === null ? {} : { referenceNo: payment.reference_no }),
        })),
      },
    },
  };
}
