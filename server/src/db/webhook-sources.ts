/** Which webhook events the state of an object corresponds to, and what their payload contains. Pure. */
import type { WebhookEventType } from '@dasbor/contract/webhook-events';

/** An event that an object reached. */
interface Reached {
  type: WebhookEventType;
  /** When, ISO 8601. */
  at: string;
  /** Distinguishes events of a type that an object reaches several times. */
  occurrence?: number;
}

type Row = Record<string, unknown>;

export interface WebhookSource {
  table: string;
  /** Name of the object in payloads. */
  object: string;
  /** Columns of the payload: no names, addresses or account numbers of people. */
  columns: readonly string[];
  list: (row: Row) => Reached[];
}

/** The names in a text. */
const list = (names: string): string[] => names.trim().split(/\s+/);

const text = (row: Row, ...names: string[]): string => {
  for (const name of names) if (typeof row[name] === 'string') return row[name];
  throw new Error(`None of the columns ${names.join(', ')} has a time`);
};

/** The event of a status, at the first of the columns that has a time. */
const byStatus =
  (types: Record<string, readonly [type: WebhookEventType, ...columns: string[]]>) =>
  (row: Row): Reached[] => {
    const found = types[String(row['status'])];
    if (found === undefined) return [];
    const [type, ...columns] = found;
    return [{ type, at: text(row, ...columns) }];
  };

const listOfPayment = byStatus({
  created: ['payment.created', 'created_at'],
  pending: ['payment.created', 'created_at'],
  success: ['payment.success', 'paid_at', 'updated_at'],
  failed: ['payment.failed', 'updated_at'],
  expired: ['payment.expired', 'expired_at', 'updated_at'],
  cancelled: ['payment.cancelled', 'updated_at'],
});

const listOfSettlement = byStatus({
  closed: ['settlement.closed', 'updated_at'],
  paid: ['settlement.paid', 'paid_at', 'updated_at'],
  failed: ['settlement.failed', 'updated_at'],
  returned: ['settlement.returned', 'updated_at'],
});

const listOfVa = byStatus({
  active: ['va.created', 'created_at'],
  expired: ['va.expired', 'expires_at', 'updated_at'],
});

/** Several of its steps happen in one transaction, so they are read from their times instead of the status. */
function listOfDisbursement(row: Row): Reached[] {
  const status = String(row['status']);
  const reached = (type: WebhookEventType, ...columns: string[]): Reached => ({ type, at: text(row, ...columns) });
  if (status === 'pending_approval') return [reached('disbursement.pending_approval', 'created_at')];
  if (status === 'rejected') return [reached('disbursement.rejected', 'decided_at', 'updated_at')];
  if (status === 'draft' || status === 'cancelled') return [];
  // One of a batch was approved with it.
  const steps = [reached('disbursement.approved', 'decided_at', 'created_at')];
  if (typeof row['sent_at'] === 'string') steps.push(reached('disbursement.processing', 'sent_at'));
  if (status === 'failed') steps.push(reached('disbursement.failed', 'completed_at', 'updated_at'));
  if (status === 'success' || status === 'reversed') steps.push(reached('disbursement.success', 'completed_at'));
  if (status === 'reversed') steps.push(reached('disbursement.reversed', 'reversed_at'));
  return steps;
}

/** Sources by the prefix of their ids. */
export const WEBHOOK_SOURCES: Readonly<Record<string, WebhookSource>> = {
  txn: {
    table: 'transaction',
    object: 'payment',
    columns: list(`id status method channel_code source currency amount tip_amount fee_amount fee_vat_amount net_amount
      refunded_amount merchant_reference metadata qris_payment_id virtual_account_id payment_link_id
      late_payment failure_code failure_message created_at updated_at paid_at expires_at expired_at`),
    list: (row) => {
      const found = listOfPayment(row);
      const [first] = found;
      const is_late = row['late_payment'] === true && first?.type === 'payment.success';
      return is_late ? [...found, { type: 'payment.late', at: first.at }] : found;
    },
  },
  rfd: {
    table: 'refund',
    object: 'refund',
    columns: list(`id status transaction_id amount currency reason method error_code error_message created_at
      updated_at completed_at returned_at`),
    list: (row) => {
      const ended = byStatus({
        pending: ['refund.created', 'created_at'],
        approved: ['refund.created', 'created_at'],
        succeeded: ['refund.succeeded', 'completed_at', 'updated_at'],
        failed: ['refund.failed', 'returned_at', 'completed_at', 'updated_at'],
        rejected: ['refund.failed', 'updated_at'],
      });
      return ended(row);
    },
  },
  va: {
    table: 'virtual_account',
    object: 'virtual_account',
    columns: list(`id status bank va_number type amount_type expected_amount amount_min amount_max paid_amount
      payments_count merchant_reference metadata transaction_id payment_link_id created_at updated_at
      last_paid_at expires_at`),
    list: (row) => {
      const count = Number(row['payments_count']);
      const at = row['last_paid_at'];
      const paid: Reached[] = count > 0 && typeof at === 'string' ? [{ type: 'va.paid', at, occurrence: count }] : [];
      return [...listOfVa(row), ...paid];
    },
  },
  qr: {
    table: 'qris_payment',
    object: 'qris_payment',
    columns: list(`id status type amount transaction_id nmid created_at updated_at paid_at expires_at`),
    list: byStatus({
      active: ['qris.created', 'created_at'],
      paid: ['qris.paid', 'paid_at', 'updated_at'],
      expired: ['qris.expired', 'expires_at', 'updated_at'],
    }),
  },
  pl: {
    table: 'payment_link',
    object: 'payment_link',
    columns: list(`id status slug type amount min_amount max_amount merchant_reference metadata paid_count
      collected_amount usage_limit created_at updated_at expires_at`),
    list: byStatus({
      draft: ['payment_link.created', 'created_at'],
      active: ['payment_link.created', 'created_at'],
      paid: ['payment_link.paid', 'updated_at'],
      completed: ['payment_link.completed', 'updated_at'],
      expired: ['payment_link.expired', 'updated_at'],
    }),
  },
  stl: {
    table: 'settlement_batch',
    object: 'settlement',
    columns: list(`id status batch_no settlement_date destination gross_amount fee_amount fee_vat_amount refund_amount
      adjustment_amount net_amount transaction_count attempts bank_reference failure_code failure_message
      created_at updated_at paid_at`),
    // A payout that failed or was returned can be retried.
    list: (row) =>
      listOfSettlement(row).map((each) =>
        each.type === 'settlement.closed' ? each : { ...each, occurrence: Number(row['attempts']) },
      ),
  },
  dep: {
    table: 'deposit',
    object: 'deposit',
    columns: list(`id status deposit_va_id bank va_number amount fee_amount fee_vat_amount net_amount review_reason
      paid_at received_at ended_at`),
    list: (row) => {
      const received: Reached = { type: 'deposit.received', at: text(row, 'received_at') };
      return row['status'] === 'credited'
        ? [received, { type: 'deposit.credited', at: text(row, 'ended_at', 'received_at') }]
        : [received];
    },
  },
  dsb: {
    table: 'disbursement',
    object: 'disbursement',
    columns: list(`id status merchant_reference batch_id beneficiary_id bank_code amount currency fee_amount
      fee_vat_amount total_amount rail queue_reason schedule_at expected_at bank_reference failure_code failure_message
      retry_of created_at updated_at decided_at sent_at completed_at reversed_at`),
    list: listOfDisbursement,
  },
  dsbb: {
    table: 'disbursement_batch',
    object: 'disbursement_batch',
    columns: list(`id status batch_reference total_rows invalid_rows excluded_rows paid_rows failed_rows total_amount
      total_fee paid_amount created_at updated_at completed_at`),
    list: byStatus({
      completed: ['disbursement_batch.completed', 'completed_at', 'updated_at'],
      partially_completed: ['disbursement_batch.completed', 'completed_at', 'updated_at'],
      failed: ['disbursement_batch.completed', 'completed_at', 'updated_at'],
    }),
  },
  rrun: {
    table: 'report_run',
    object: 'report_run',
    columns: list(`id status report_type business_day period_from period_to format file_name row_count sha256
      created_at finished_at`),
    list: (row) =>
      row['file_name'] === null || row['row_count'] === null
        ? []
        : [{ type: 'report.ready', at: text(row, 'created_at') }],
  },
};
