/** The bank's word of a payment, out of its messages: one form for notifications and for answers to a query. */
import { fromSnap } from '@dasbor/contract/money';
import type { QrNotifyRequest, QrPaymentInfo, QrQueryResponse } from '@dasbor/contract/snap';
import type { HistoryItem } from '@dasbor/contract/snap-history';
import type { BankWord } from './rules.ts';

export const wordOfNotification = (body: QrNotifyRequest): BankWord => ({
  latest: body.latestTransactionStatus,
  reference_no: body.originalReferenceNo,
  amount: wholeAmount(body.amount.value),
  ...payerOf(body.additionalInfo),
});

export function wordOfAnswer(answer: QrQueryResponse): BankWord {
  const payer = payerOf(answer.additionalInfo);
  return {
    latest: answer.latestTransactionStatus,
    reference_no: answer.originalReferenceNo,
    amount: wholeAmount(answer.amount.value),
    ...payer,
    paid_at: payer.paid_at ?? (answer.paidTime === undefined ? null : new Date(answer.paidTime)),
  };
}

/** Of a payment in the bank's own list. */
export const wordOfHistory = ({ amount, additionalInfo }: HistoryItem): BankWord => ({
  latest: additionalInfo.latestTransactionStatus,
  reference_no: additionalInfo.originalReferenceNo,
  amount: wholeAmount(amount.value),
  ...payerOf(additionalInfo),
});

/** What the bank says of a code that it does not know. */
export const NOT_FOUND: BankWord = { latest: '07', reference_no: null, amount: null, ...payerOf(undefined) };

/** Empty texts say nothing. */
function payerOf(info: QrPaymentInfo | undefined): Omit<BankWord, 'latest' | 'reference_no' | 'amount'> {
  return {
    tip_amount: info?.tipAmount ? wholeAmount(info.tipAmount.value) : null,
    issuer: info?.issuerName || null,
    issuer_code: info?.issuerCode || null,
    payer_name: info?.payerName || null,
    approval_code: info?.approvalCode || null,
    rrn: info?.rrn || null,
    paid_at: info ? new Date(info.paidAt) : null,
  };
}

/** null when the bank names an amount with cents: it can match no payment. */
function wholeAmount(value: string): number | null {
  try {
    return fromSnap(value);
  } catch {
    return null;
  }
}
