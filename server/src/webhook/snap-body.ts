/** The bodies of notifications over SNAP BI (services 52 and 25). Pure. */
import { getVaBank } from '@dasbor/contract/bank';
import { toSnapValue } from '@dasbor/contract/money';
import { SNAP_PATHS, SNAP_STATUSES } from '@dasbor/contract/snap';
import type { SnapNotification } from '@dasbor/contract/snap-credential';
import { toVaFields } from '@dasbor/contract/snap-va';
import { toSnapTime } from '@dasbor/contract/time';
import type { NotifiedPayment } from './snap-queries.ts';

const toAmount = (amount: number) => ({ value: toSnapValue(amount), currency: 'IDR' });

const BUILDERS: Record<SnapNotification, (payment: Omit<NotifiedPayment, 'event_id'>) => object> = {
  qr_mpm_notify: buildQrNotification,
  va_payment: buildVaNotification,
};

/** The body of a notification about a paid payment, the same for every attempt. */
export const buildNotificationBody = (service: SnapNotification, payment: Omit<NotifiedPayment, 'event_id'>): string =>
  JSON.stringify(BUILDERS[service](payment));

/** Leaves out fields without a value. */
const omitNull = (fields: Record<string, string | object | null | undefined>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** Service 52. A static code is paid many times, so that each of its payments has the reference of the payment. */
function buildQrNotification(payment: Omit<NotifiedPayment, 'event_id'>): object {
  const { id, amount, tip_amount, paid_at, merchant_reference, qris_id, qris_type, store } = payment;
  return omitNull({
    originalReferenceNo: qris_type === 'dynamic' ? qris_id : id,
    originalPartnerReferenceNo: merchant_reference,
    latestTransactionStatus: SNAP_STATUSES.success,
    transactionStatusDesc: 'Success',
    amount: toAmount(amount),
    externalStoreId: store,
    additionalInfo: omitNull({
      transactionId: id,
      qrisPaymentId: qris_id,
      paidAt: paid_at === null ? null : toSnapTime(new Date(paid_at)),
      issuerName: payment.issuer,
      issuerCode: payment.issuer_code,
      rrn: payment.rrn,
      approvalCode: payment.approval_code,
      tipAmount: tip_amount === 0 ? null : toAmount(tip_amount),
    }),
  });
}

/** Service 25. */
function buildVaNotification(payment: Omit<NotifiedPayment, 'event_id'>): object {
  const { id, amount, paid_at, bank, va_id, va_number, va_reference, merchant_reference } = payment;
  return omitNull({
    ...(bank === null || va_number === null ? {} : toVaFields(va_number, getVaBank(bank).company_code)),
    virtualAccountName: payment.holder_name,
    paymentRequestId: payment.payment_request_id ?? payment.provider_reference ?? id,
    trxId: va_reference ?? merchant_reference,
    paidAmount: toAmount(amount),
    trxDateTime: paid_at === null ? null : toSnapTime(new Date(paid_at)),
    referenceNo: payment.reference_no,
    additionalInfo: omitNull({ transactionId: id, virtualAccountId: va_id }),
  });
}

const SAMPLE_ID = '0'.repeat(26);

/** Sample payments of test notifications, whose ids belong to no object. */
export const buildSamplePayment = (service: SnapNotification, at: Date): Omit<NotifiedPayment, 'event_id'> => {
  const is_qr = service === 'qr_mpm_notify';
  return {
    id: `txn_${SAMPLE_ID}`,
    method: is_qr ? 'qris' : 'virtual_account',
    amount: 50_000,
    tip_amount: 0,
    paid_at: at.toISOString(),
    merchant_reference: 'TEST-1',
    issuer: is_qr ? 'Test issuer' : null,
    issuer_code: null,
    rrn: is_qr ? '000000000000' : null,
    approval_code: is_qr ? '000000' : null,
    provider_reference: null,
    va_number: is_qr ? null : '9880001000000001',
    qris_id: is_qr ? `qr_${SAMPLE_ID}` : null,
    qris_type: is_qr ? 'dynamic' : null,
    store: null,
    va_id: is_qr ? null : `va_${SAMPLE_ID}`,
    bank: is_qr ? null : 'BNI',
    holder_name: is_qr ? null : 'TEST',
    va_reference: null,
    payment_request_id: is_qr ? null : 'TEST-1',
    reference_no: null,
  };
};

/** The address of a service below the base URL of a merchant. A base URL that ends with the path of the service is accepted. */
export function splitNotifyUrl(service: SnapNotification, url: string): { base: string; address: string } {
  const path = SNAP_PATHS[service];
  const trimmed = url.trim().replace(/\/+$/, '');
  const base = trimmed.endsWith(path) ? trimmed.slice(0, -path.length) : trimmed;
  return { base, address: `${base}${path}` };
}
