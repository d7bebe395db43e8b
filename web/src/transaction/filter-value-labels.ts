/** Labels of filter values that only transactions have. */
import type { RefundShare, TransactionFlag } from '@dasbor/contract/transaction';
import { messages } from './messages.ts';

/** Refund status of a payment. */
export function formatRefundShare(share: string): string {
  const { none, partial, full } = messages().filter;
  const labels: Record<RefundShare, string> = { none, partial, full };
  return labels[share as RefundShare];
}

/** What sets a payment apart. */
export function formatFlag(flag: string): string {
  const { late, duplicate, failed_webhook } = messages().filter;
  const labels: Record<TransactionFlag, string> = { late_payment: late, duplicate_payment: duplicate, failed_webhook };
  return labels[flag as TransactionFlag];
}
