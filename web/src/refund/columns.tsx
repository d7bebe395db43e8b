import type { ReadRefund } from '@dasbor/contract/refund-fields';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, EMPTY_CELL, type FieldColumn, ID, STATUS, TIME, renderText } from '../ui/column.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { StatusChip } from '../ui/status-chip.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import classes from './refund.module.css';
import { formatDestination, formatFailure, formatMethod, formatReason } from './refund-labels.ts';
import { messages } from './messages.ts';

const Payment = ({ refund }: { refund: ReadRefund }) => (
  <Link
    to="/transaction/$id"
    params={{ id: refund.transaction_id }}
    title={refund.transaction_id}
    className={links.link}
  >
    {refund.merchant_reference ?? shortenId(refund.transaction_id)}
  </Link>
);

/** Columns of all refund lists, with texts in the current language. */
export function buildColumns(): readonly FieldColumn<ReadRefund>[] {
  const t = messages().columns;
  return [
    {
      ...TIME,
      id: 'time',
      label: t.time,
      priority: 9,
      fields: ['created_at'],
      render: (row) => <Instant at={row.created_at} />,
    },
    {
      ...ID,
      id: 'id',
      label: t.id,
      priority: 5,
      is_fixed: true,
      render: (row) => (
        <CopyableId value={row.id} label={t.id}>
          <span title={row.id}>{shortenId(row.id)}</span>
        </CopyableId>
      ),
    },
    {
      id: 'payment',
      label: t.payment,
      width_px: 144,
      fields: ['transaction_id', 'merchant_reference', 'transaction_method', 'transaction_amount'],
      render: (row) => <Payment refund={row} />,
    },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.amount} strong /> },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <StatusChip status={row.status} /> },
    {
      id: 'method',
      label: t.method,
      width_px: 150,
      is_whole: true,
      priority: 6,
      fields: ['method', 'beneficiary_bank', 'beneficiary_account_last4', 'beneficiary_name'],
      render: (row) => <span title={formatDestination(row)}>{formatMethod(row.method)}</span>,
    },
    {
      id: 'reason',
      label: t.reason,
      // Own words may be long; each of the others fits in both languages.
      width_px: 186,
      priority: 7,
      fields: ['reason', 'reason_text'],
      render: (row) => <span title={formatReason(row)}>{formatReason(row)}</span>,
    },
    {
      id: 'asked',
      label: t.requested_by,
      width_px: 140,
      priority: 8,
      fields: ['requested_by'],
      render: (row) => row.requested_by,
    },
    {
      id: 'decided',
      label: t.decided_by,
      width_px: 140,
      priority: 4,
      fields: ['decided_by'],
      render: (row) => renderText(row.decided_by),
    },
    {
      id: 'why',
      label: t.failure,
      width_px: 200,
      priority: 3,
      fields: ['error_message', 'rejected_reason'],
      render: (row) => {
        const why = formatFailure(row) ?? row.rejected_reason;
        return why === null ? EMPTY_CELL : <span title={why}>{why}</span>;
      },
    },
  ];
}

/** Columns of the approval list, where ids and statuses are redundant. */
export const buildPendingColumns = (): readonly Column<ReadRefund>[] =>
  buildColumns().filter(({ id }) => !['id', 'status', 'decided', 'why'].includes(id));

/** Approve and reject buttons of pending refunds. */
export const DECISION_COLUMN: Column<ReadRefund> = {
  id: 'decision',
  label: '',
  width_px: 164,
  is_pinned: true,
  render: (row) => <DecisionButtons refund={row} />,
};

/** A refund in three lines, for small screens. */
export const RefundCard = ({ refund }: { refund: ReadRefund }) => (
  <div className={classes.card}>
    <Amount value={refund.amount} strong />
    <StatusChip status={refund.status} />
    <span className={classes.quiet}>
      <Payment refund={refund} />
    </span>
    <span className={classes.quiet}>{formatReason(refund)}</span>
    <span className={classes.quiet}>
      <Instant at={refund.created_at} />
    </span>
    {refund.may_decide ? (
      <DecisionButtons refund={refund} />
    ) : (
      <span className={classes.quiet}>{refund.requested_by}</span>
    )}
  </div>
);
