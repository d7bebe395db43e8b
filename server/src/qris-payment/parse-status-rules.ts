/** Parses the bank's status out of callbacks, query responses and history items. Pure. */
import { fromSnapValue } from '@dasbor/contract/money';
import type { QrNotifyRequest, QrPaymentInfo, QrQueryResponse } from '@dasbor/contract/snap';
import type { HistoryItem } from '@dasbor/contract/snap-history';
import type { QrisBankStatus } from './rules.ts';

export const parseCallbackStatus = (body: QrNotifyRequest): QrisBankStatus => ({
  latest: body.latestTransactionStatus,
  reference_no: body.originalReferenceNo,
  amount: parseAmount(body.amount.value),
  ...parsePayer(body.additionalInfo),
});

export function parseQueryStatus(answer: QrQueryResponse): QrisBankStatus {
  const payer = parsePayer(answer.additionalInfo);
  return {
    latest: answer.latestTransactionStatus,
    reference_no: answer.originalReferenceNo,
    amount: parseAmount(answer.amount.value),
    ...payer,
    paid_at: payer.paid_at ?? (answer.paidTime === undefined ? null : new Date(answer.paidTime)),
  };
}

/** Status of a payment in the bank's transaction history. */
export const parseHistoryStatus = ({ amount, additionalInfo }: HistoryItem): QrisBankStatus => ({
  latest: additionalInfo.latestTransactionStatus,
  reference_no: additionalInfo.originalReferenceNo,
  amount: parseAmount(amount.value),
  ...parsePayer(additionalInfo),
});

/** Status of a code that the bank does not have. */
export const NOT_FOUND: QrisBankStatus = { latest: '07', reference_no: null, amount: null, ...parsePayer(undefined) };

/** Empty texts become null. */
function parsePayer(info: QrPaymentInfo | undefined): Omit<QrisBankStatus, 'latest' | 'reference_no' | 'amount'> {
  return {
    tip_amount: info?.tipAmount ? parseAmount(info.tipAmount.value) : null,
    issuer: info?.issuerName || null,
    issuer_code: info?.issuerCode || null,
    payer_name: info?.payerName || null,
    approval_code: info?.approvalCode || null,
    rrn: info?.rrn || null,
    paid_at: info ? new Date(info.paidAt) : null,
  };
}

/** null for an amount with cents, which matches no payment. */
function parseAmount(value: string): number | null {
  try {
    return fromSnapValue(value);
  } catch {
    return null;
  }
}
