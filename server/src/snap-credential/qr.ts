/** QRIS codes for merchants' servers (services 47 and 51), by the product's own routes. */
import * as duration from '@dasbor/contract/duration';
import { fromSnapValue, toSnapValue } from '@dasbor/contract/money';
import type { Body, Output } from '@dasbor/contract/route';
import type { QrisPayment, QrisStatus, createQrisPayment } from '@dasbor/contract/qris-payment';
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import type { MerchantQrGenerateRequest, MerchantQrQueryRequest } from '@dasbor/contract/snap-merchant';
import { toSnapTime } from '@dasbor/contract/time';
import { SnapError } from '../rails/callback-auth.ts';

/** Dependencies of the services, for one request. */
export interface QrOperations {
  now: Date;
  /** Idempotent by the key. */
  create: (body: Body<typeof createQrisPayment>, idempotency_key: string) => Promise<Output<typeof createQrisPayment>>;
  /** Throws 404 without such a code. */
  get: (id: string) => Promise<QrisPayment>;
  /** The dynamic code with a reference of the merchant, and whether its payment was refunded in full. */
  findByReference: (reference: string) => Promise<{ id: string } | undefined>;
  isRefunded: (id: string) => Promise<boolean>;
  /** The NMID of the merchant. */
  findNmid: () => Promise<string | null>;
}

export const QR_FIELDS = {
  amount: 'amount.value',
  merchant_reference: 'partnerReferenceNo',
  store: 'storeId',
  terminal: 'terminalId',
  expires_in_minutes: 'validityPeriod',
} as const;

export const toAmount = (value: string, field: string): number => {
  try {
    return fromSnapValue(value);
  } catch {
    throw new SnapError('invalid_format', field);
  }
};
export const toSnapAmount = (amount: number) => ({ value: toSnapValue(amount), currency: 'IDR' }) as const;

/** Service 47. The same reference with the same content returns the same code. */
export async function generateQr(operations: QrOperations, request: MerchantQrGenerateRequest): Promise<object> {
  const { partnerReferenceNo, merchantId } = request;
  if (merchantId !== undefined && merchantId !== (await operations.findNmid())) throw new SnapError('invalid_merchant');
  const found = await operations.findByReference(partnerReferenceNo);
  const code = found === undefined ? await create(operations, request) : await operations.get(found.id);
  assertSameRequest(code, request);
  if (code.status === 'failed') throw new SnapError('do_not_honor');
  // The bank did not respond yet: the client repeats its request with the same reference.
  if (code.qr_content === null || code.expires_at === null) throw new SnapError('in_progress');
  return {
    referenceNo: code.id,
    partnerReferenceNo,
    qrContent: code.qr_content,
    additionalInfo: { validityPeriod: toSnapTime(new Date(code.expires_at)) },
  };
}

async function create(operations: QrOperations, request: MerchantQrGenerateRequest): Promise<QrisPayment> {
  const { partnerReferenceNo, amount, storeId, terminalId, validityPeriod } = request;
  const body = {
    amount: toAmount(amount.value, 'amount.value'),
    merchant_reference: partnerReferenceNo,
    ...(storeId === undefined ? {} : { store: storeId }),
    ...(terminalId === undefined ? {} : { terminal: terminalId }),
    ...(validityPeriod === undefined ? {} : { expires_in_minutes: toMinutes(validityPeriod, operations.now) }),
  } as Body<typeof createQrisPayment>;
  const { data } = await operations.create(body, `snap:${partnerReferenceNo}`);
  // The stored response of a repeated request is of its first moment.
  return data.qr_content === null ? operations.get(data.id) : data;
}

/** Whole minutes, so that the code never outlives the requested time. */
const toMinutes = (validityPeriod: string, now: Date): number =>
  Math.floor((Date.parse(validityPeriod) - now.getTime()) / duration.minutes(1));

/** The expiry is not compared: a client that repeats its request later may ask for a later one. */
function assertSameRequest(code: QrisPayment, { amount, storeId, terminalId }: MerchantQrGenerateRequest): void {
  const is_same =
    code.amount === toAmount(amount.value, 'amount.value') &&
    code.store === (storeId?.trim() ?? null) &&
    code.terminal === (terminalId?.trim() ?? null);
  if (!is_same) throw new SnapError('inconsistent_request');
}

const STATUSES: Record<QrisStatus, { status: string; description: string }> = {
  issuing: { status: SNAP_STATUSES.initiated, description: 'Initiated' },
  active: { status: SNAP_STATUSES.pending, description: 'Pending' },
  paid: { status: SNAP_STATUSES.success, description: 'Success' },
  expired: { status: SNAP_STATUSES.cancelled, description: 'Expired' },
  cancelled: { status: SNAP_STATUSES.cancelled, description: 'Cancelled' },
  inactive: { status: SNAP_STATUSES.cancelled, description: 'Inactive' },
  failed: { status: SNAP_STATUSES.failed, description: 'Failed' },
};
const REFUNDED = { status: SNAP_STATUSES.refunded, description: 'Refunded' };

/** Service 51. */
export async function queryQr(operations: QrOperations, request: MerchantQrQueryRequest): Promise<object> {
  const code = await findCode(operations, request);
  const is_refunded = code.status === 'paid' && (await operations.isRefunded(code.id));
  const { status, description } = is_refunded ? REFUNDED : STATUSES[code.status];
  return {
    originalReferenceNo: code.id,
    ...(code.merchant_reference === null ? {} : { originalPartnerReferenceNo: code.merchant_reference }),
    serviceCode: request.serviceCode,
    latestTransactionStatus: status,
    transactionStatusDesc: description,
    amount: toSnapAmount(code.paid_amount ?? code.amount ?? 0),
    ...(code.paid_at === null ? {} : describePayment(code, code.paid_at)),
  };
}

/** Both references must be of the same code. */
async function findCode(
  operations: QrOperations,
  { originalPartnerReferenceNo, originalReferenceNo }: MerchantQrQueryRequest,
): Promise<QrisPayment> {
  const id =
    originalPartnerReferenceNo === undefined
      ? originalReferenceNo
      : (await operations.findByReference(originalPartnerReferenceNo))?.id;
  if (id === undefined || (originalReferenceNo !== undefined && originalReferenceNo !== id)) {
    throw new SnapError('transaction_not_found');
  }
  const code = await operations.get(id);
  // A static code has no payment of its own.
  if (code.type !== 'dynamic') throw new SnapError('transaction_not_found');
  return code;
}

const describePayment = ({ issuer, rrn, approval_code, tip_amount }: QrisPayment, paid_at: string): object => ({
  paidTime: toSnapTime(new Date(paid_at)),
  additionalInfo: {
    ...(issuer === null ? {} : { issuerName: issuer }),
    ...(rrn === null ? {} : { rrn }),
    ...(approval_code === null ? {} : { approvalCode: approval_code }),
    ...(tip_amount === 0 ? {} : { tipAmount: toSnapAmount(tip_amount) }),
  },
});
