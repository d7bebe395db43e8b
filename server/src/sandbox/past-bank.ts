/** The bank as it responded in the generated history: in memory and on the moved clock. Every transfer succeeds unless refused. */
import { createHash } from 'node:crypto';
import { BANK_PARTNER_ID, BANKS } from '@dasbor/contract/bank';
import { fromSnapValue } from '@dasbor/contract/money';
import { encodeQris, toQrisText } from '@dasbor/contract/qris';
import { QRIS_CITY_MAX, QRIS_NAME_MAX } from '@dasbor/contract/qris-validation';
import {
  type QrGenerateRequest,
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  SNAP_STATUSES,
  type SnapCall,
  type SnapResponse,
  type SnapResponseKind,
  buildSnapResponse,
} from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { Clock } from '../db/clock.ts';
import type { BankClient } from '../rails/bank-client.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import type { BankOutcome } from '../rails/snap-client.ts';

const OWN_BANK = BANKS.find(({ channel }) => channel === 'BCA')?.code;

export interface PastBankOptions {
  clock: Clock;
  /** Rejects this service, or does not respond (`timeout`). */
  failing?: { call: SnapCall; response: Exclude<SnapResponseKind, 'successful'> };
  /** Holder of every account, or of each by its number. */
  holder?: string | Readonly<Record<string, string>>;
  /** Amount of the transfer that the receiving bank returned, as SNAP BI text. */
  returned?: string;
}

type Respond = <R>(call: SnapCall, request: object, response: R) => Promise<BankOutcome<R & SnapResponse>>;

export function createPastBank({ clock, failing, holder = '', returned }: PastBankOptions): BankClient {
  const respond: Respond = (call, request, response) => {
    const kind = failing?.call === call ? failing.response : 'successful';
    const head = buildSnapResponse(kind, SNAP_SERVICES[call]);
    const success = { ...head, ...response };
    const message = buildPastMessage({ clock, call, kind, request, response: kind === 'successful' ? success : head });
    if (kind === 'successful') return Promise.resolve({ message, kind: 'ok', response: success });
    const { responseCode: response_code, responseMessage: detail } = head;
    const is_unknown = SNAP_RESPONSES[kind].http >= 500;
    return Promise.resolve({ message, response_code, detail, kind: is_unknown ? 'unreachable' : 'refused' });
  };

  return {
    generateQr: (request) => {
      const referenceNo = buildReference('BS', request.partnerReferenceNo);
      const { partnerReferenceNo } = request;
      const qrContent = buildPayload(request, referenceNo);
      return respond('qr_mpm_generate', request, { referenceNo, partnerReferenceNo, qrContent });
    },
    queryQr: (originalPartnerReferenceNo) =>
      respond(
        'qr_mpm_query',
        { originalPartnerReferenceNo },
        {
          originalReferenceNo: buildReference('BS', originalPartnerReferenceNo),
          originalPartnerReferenceNo,
          serviceCode: SNAP_SERVICES.qr_mpm_generate,
          latestTransactionStatus: SNAP_STATUSES.cancelled,
          transactionStatusDesc: 'Expired',
          amount: { value: '0.00', currency: 'IDR' } as const,
        },
      ),
    cancelQr: (request) =>
      respond('qr_mpm_cancel', request, {
        originalPartnerReferenceNo: request.originalPartnerReferenceNo,
        originalReferenceNo: buildReference('BS', request.originalPartnerReferenceNo),
        cancelTime: toSnapTime(clock.now()),
      }),
    listQrPayments: (request) => respond('transaction_history_list', request, { detailData: [] }),
    createVa: (request) => respond('va_create', request, { virtualAccountData: request }),
    updateVa: (request) => respond('va_update', request, { virtualAccountData: request }),
    deleteVa: (request) => respond('va_delete', request, {}),
    queryVa: (request) =>
      respond('va_status', request, { virtualAccountData: { ...request, additionalInfo: { payments: [] } } }),
    ...buildTransferServices(respond, holder, returned),
    refundQr: (request) =>
      respond('qr_mpm_refund', request, {
        originalReferenceNo: request.originalReferenceNo,
        refundNo: buildReference('BR', request.partnerRefundNo),
        partnerRefundNo: request.partnerRefundNo,
        refundAmount: request.refundAmount,
        refundTime: toSnapTime(clock.now()),
      }),
  };
}

const buildTransferServices = (
  respond: Respond,
  holder: NonNullable<PastBankOptions['holder']>,
  returned: string | undefined,
): TransferServices => ({
  inquireAccount: (request) =>
    respond('account_inquiry_external', request, {
      ...request,
      beneficiaryAccountName: typeof holder === 'string' ? holder : (holder[request.beneficiaryAccountNo] ?? ''),
    }),
  findReopening: () => null,
  probe: async () => (await respond('transfer_status', {}, {})).message,
  isOwnBank: (bank_code) => bank_code === OWN_BANK,
  transfer: (request) =>
    respond(request.beneficiaryBankCode === OWN_BANK ? 'transfer_intrabank' : 'transfer_interbank', request, {
      referenceNo: buildReference('BT', request.partnerReferenceNo),
      partnerReferenceNo: request.partnerReferenceNo,
      amount: request.amount,
      beneficiaryAccountNo: request.beneficiaryAccountNo,
      beneficiaryBankCode: request.beneficiaryBankCode,
    }),
  queryTransfer: (originalPartnerReferenceNo, serviceCode) =>
    respond(
      'transfer_status',
      { originalPartnerReferenceNo, serviceCode },
      {
        originalReferenceNo: buildReference('BT', originalPartnerReferenceNo),
        originalPartnerReferenceNo,
        serviceCode,
        latestTransactionStatus: SNAP_STATUSES.refunded,
        transactionStatusDesc: 'Returned by the receiving bank',
        amount: { value: returned ?? '0.00', currency: 'IDR' } as const,
      },
    ),
});

/** A log entry of a request to the bank. */
export function buildPastMessage(options: {
  clock: Clock;
  call: SnapCall;
  kind: SnapResponseKind;
  request: object;
  response: object;
}): RailMessage {
  const { clock, call, kind, request, response } = options;
  const digits = toDigits(JSON.stringify(request));
  return {
    at: clock.now(),
    direction: 'out',
    partner: BANK_PARTNER_ID,
    endpoint: SNAP_PATHS[call],
    external_id: `${clock.now().getTime()}${digits.slice(0, 12)}`,
    http_status: SNAP_RESPONSES[kind].http,
    response_code: buildSnapResponse(kind, SNAP_SERVICES[call]).responseCode,
    latency_ms: 40 + (Number(digits.slice(-6)) % 160),
    request,
    response,
  };
}

/** A reference of the bank: the same for the same partner reference. */
export const buildReference = (prefix: string, partner_reference_no: string): string =>
  prefix + toDigits(partner_reference_no);

/** Twenty digits derived from a text. */
const toDigits = (text: string): string =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString()
    .slice(-20);

/** The QRIS payload of a code. */
export function buildPayload(request: QrGenerateRequest, bill_number: string): string {
  const { merchantName, merchantCity, mcc, criteria, tipMode = 'none', tipValue = null } = request.additionalInfo;
  const merchant_pan = `936009990${request.merchantId.slice(-9)}`;
  return encodeQris({
    acquirer: { domain: 'ID.CO.BANKSANDBOX.WWW', merchant_pan, merchant_id: request.merchantId },
    nmid: request.merchantId,
    criteria,
    mcc,
    merchant_name: toQrisText(merchantName, QRIS_NAME_MAX),
    merchant_city: toQrisText(merchantCity, QRIS_CITY_MAX),
    ...(request.amount ? { amount: fromSnapValue(request.amount.value) } : {}),
    tip: { tip_mode: tipMode, tip_value: tipValue },
    bill_number,
    store_label: request.storeId,
    terminal_label: request.terminalId,
  });
}
