/** The bank's word of a payment, out of its messages: one form for notifications and for answers to a query. */
import { fromSnap } from '@dasbor/contract/money';
import type { QrNotifyRequest, QrPaymentInfo, QrQueryResponse } from '@dasbor/contract/snap';
import type { HistoryItem } from '@dasbor/contract/snap-history';
import type { BankStatus } from './rules.ts';

export const parseCallbackStatus = (body: QrNotifyRequest): BankStatus => ({
  latest: body.latestTransactionStatus,
  reference_no: body.originalReferenceNo,
  amount: parseAmount(body.amount.value),
  ...parsePayer(body.additionalInfo),
});

export function parseQueryStatus(answer: QrQueryResponse): BankStatus {
  const payer = parsePayer(answer.additionalInfo);
  return {
    latest: answer.latestTransactionStatus,
    reference_no: answer.originalReferenceNo,
    amount: parseAmount(answer.amount.value),
    ...payer,
    paid_at: payer.paid_at ?? (answer.paidTime === undefined ? null : new Date(answer.paidTime)),
  };
}

/** Of a payment in the bank's own list. */
export const parseHistoryStatus = ({ amount, additionalInfo }: HistoryItem): BankStatus => ({
  latest: additionalInfo.latestTransactionStatus,
  reference_no: additionalInfo.originalReferenceNo,
  amount: parseAmount(amount.value),
  ...parsePayer(additionalInfo),
});

/** What the bank says of a code that it does not know. */
export const NOT_FOUND: BankStatus = { latest: '07', reference_no: null, amount: null, ...parsePayer(undefined) };

/** Empty texts say nothing. */
function parsePayer(info: QrPaymentInfo | undefined): Omit<BankStatus, 'latest' | 'reference_no' | 'amount'> {
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

/** null when the bank names an amount with cents: it can match no payment. */
function parseAmount(value: string): number | null {
  try {
    return fromSnap(value);
  } catch {
    return null;
  }
}
