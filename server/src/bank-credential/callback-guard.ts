/**
 * Callbacks under a credential of a merchant. Its keys are known to the merchant as well as to the bank, so a callback
 * alone proves nothing about money: its object must be one of that merchant, and a reported payment counts only when the
 * bank confirms it over a call of ours. Callbacks under the credential of the provider pass.
 */
import * as duration from '@dasbor/contract/duration';
import { type QrNotifyRequest, SNAP_STATUSES, type SnapCall, qrNotifyRequest } from '@dasbor/contract/snap';
import { HISTORY_PAGE_MAX } from '@dasbor/contract/snap-history';
import { type VaPaymentRequest, vaInquiryRequest, vaPaymentRequest } from '@dasbor/contract/snap-va';
import { toSnapTime } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import type { Deps } from '../deps.ts';
import { parseCallbackStatus, parseHistoryStatus, parseQueryStatus } from '../qris-payment/parse-status-rules.ts';
import { parsePartnerReference } from '../qris-payment/reference-rules.ts';
import type { QrisBankStatus } from '../qris-payment/rules.ts';
import type { CollectionClient } from '../rails/collection-clients.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { CallbackRoute, ReadBody } from '../rails/callbacks.ts';
import type { BankOutcome } from '../rails/snap-client.ts';

type GuardDeps = Pick<Deps, 'collection_clients' | 'clock' | 'log'>;

/** Finds the merchant of a callback; null when there is none. */
export interface MerchantLookup {
  findMerchantByReference: (partner_reference_no: string) => string | null;
  findMerchantByVaNumber: (va_number: string) => Promise<string | null>;
}

/** Wraps callbacks so that those under a credential of a merchant are checked before anything is read or written. */
export const withCallbackGuard = (
  deps: GuardDeps,
  lookup: MerchantLookup,
  services: CallbackRoute[],
): CallbackRoute[] =>
  services.map((service) => ({
    call: service.call,
    receive: async (envelope, read) => {
      const { owner } = envelope.credential;
      if (owner === null) return service.receive(envelope, read);
      const merchant_id = await findMerchant(service.call, lookup, read);
      if (merchant_id !== owner.merchant_id) {
        deps.log.warn(
          { merchant_id, bank_credential_id: owner.credential_id },
          'callback about an object of another merchant',
        );
        throw new SnapError('transaction_not_found');
      }
      const bank = await deps.collection_clients.getClient(owner.merchant_id, owner.credential_id);
      await assertConfirmed(deps, bank, service.call, read);
      return service.receive(envelope, read);
    },
  }));

/** The merchant of the object of a callback. */
async function findMerchant(call: SnapCall, lookup: MerchantLookup, read: ReadBody): Promise<string | null> {
  if (call === 'qr_mpm_notify') return lookup.findMerchantByReference(read(qrNotifyRequest).originalPartnerReferenceNo);
  const { virtualAccountNo } = call === 'va_inquiry' ? read(vaInquiryRequest) : read(vaPaymentRequest);
  return lookup.findMerchantByVaNumber(virtualAccountNo.trim());
}

/** Throws unless the bank has the payment that a callback reports. Callbacks that report none pass. */
async function assertConfirmed(deps: GuardDeps, bank: CollectionClient, call: SnapCall, read: ReadBody): Promise<void> {
  if (call === 'qr_mpm_notify') {
    const body = read(qrNotifyRequest);
    if (body.latestTransactionStatus !== SNAP_STATUSES.success) return;
    const is_sticker = parsePartnerReference(body.originalPartnerReferenceNo)?.is_sticker === true;
    const found = is_sticker ? await findInHistory(deps, bank, body) : await findByQuery(bank, body);
    return assertSame(deps, found, parseCallbackStatus(body));
  }
  if (call !== 'va_payment') return;
  const body = read(vaPaymentRequest);
  const { latestTransactionStatus: latest } = body;
  if (latest !== undefined && latest !== SNAP_STATUSES.success) return;
  if (!(await isVaPaymentKnown(bank, body))) throw unconfirmed(deps, body.paymentRequestId);
}

async function findByQuery(bank: CollectionClient, body: QrNotifyRequest): Promise<QrisBankStatus | null> {
  const response = getResponse(await bank.queryQr(body.originalPartnerReferenceNo));
  return response && parseQueryStatus(response);
}

/** Clocks differ: how far the payment is searched for around the reported time. */
const SEARCH_MS = duration.minutes(15);
const PAGES_MAX = 20;

async function findInHistory(
  { clock }: GuardDeps,
  bank: CollectionClient,
  body: QrNotifyRequest,
): Promise<QrisBankStatus | null> {
  const paid_at = parseCallbackStatus(body).paid_at ?? clock.now();
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const outcome = await bank.listQrPayments({
      partnerReferenceNo: newId('rail_log', clock.now()),
      fromDateTime: toSnapTime(new Date(paid_at.getTime() - SEARCH_MS)),
      toDateTime: toSnapTime(new Date(paid_at.getTime() + SEARCH_MS)),
      pageSize: String(HISTORY_PAGE_MAX),
      pageNumber: String(page),
      additionalInfo: { originalPartnerReferenceNo: body.originalPartnerReferenceNo },
    });
    const items = getResponse(outcome)?.detailData ?? [];
    const item = items.find(({ additionalInfo }) => additionalInfo.originalReferenceNo === body.originalReferenceNo);
    if (item !== undefined) return parseHistoryStatus(item);
    if (items.length < HISTORY_PAGE_MAX) return null;
  }
  return null;
}

/** A payment is the same by its status, reference and amount. */
function assertSame(deps: GuardDeps, found: QrisBankStatus | null, reported: QrisBankStatus): void {
  const fields = ['latest', 'reference_no', 'amount'] as const;
  if (found !== null && fields.every((field) => found[field] === reported[field])) return;
  throw unconfirmed(deps, reported.reference_no);
}

async function isVaPaymentKnown(bank: CollectionClient, body: VaPaymentRequest): Promise<boolean> {
  const { partnerServiceId, customerNo, virtualAccountNo, trxId, paymentRequestId, paidAmount } = body;
  if (trxId === undefined) throw new SnapError('missing_field', 'trxId');
  const response = getResponse(await bank.queryVa({ partnerServiceId, customerNo, virtualAccountNo, trxId }));
  const payments = response?.virtualAccountData.additionalInfo.payments ?? [];
  return payments.some(
    (payment) => payment.paymentRequestId === paymentRequestId && payment.paidAmount.value === paidAmount.value,
  );
}

/** null when the bank has no such object. Without a clear answer the bank is to repeat its callback. */
function getResponse<R>(outcome: BankOutcome<R>): R | null {
  if (outcome.kind === 'ok') return outcome.response;
  if (outcome.kind === 'refused') return null;
  throw new SnapError('external_error');
}

function unconfirmed({ log }: GuardDeps, provider_reference: string | null): SnapError {
  log.warn({ provider_reference }, 'the bank does not confirm a reported payment');
  return new SnapError('transaction_not_found');
}
