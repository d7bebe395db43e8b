import type { ReadRefund } from '@dasbor/contract/refund-fields';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import classes from './refund.module.css';
import { METHOD_WORDS, formatDestination, formatReason } from './refund-labels.ts';

const Payment = ({ refund }: { refund: ReadRefund }) => (
  <Link
    to="/transaction/$id"
    params={{ id: refund.transaction_id }}
    title={refund.transaction_id}
    className={classes.link}
  >
    {refund.merchant_reference ?? shortId(refund.transaction_id)}
  </Link>
);

/** Columns of every list of refunds. */
export const COLUMNS: readonly Column<ReadRefund>[] = [
  { id: 'time', label: 'Time', width_px: 186, render: (row) => <Instant at={row.created_at} /> },
  {
    id: 'id',
    label: 'Refund ID',
    width_px: 152,
    is_fixed: true,
    render: (row) => (
      <CopyableId value={row.id} label="refund id">
        <span title={row.id}>{shortId(row.id)}</span>
      </CopyableId>
    ),
  },
  { id: 'payment', label: 'Payment', width_px: 144, render: (row) => <Payment refund={row} /> },
  {
    id: 'amount',
    label: 'Amount',
    width_px: 116,
    align: 'right',
    render: (row) => <Amount value={row.amount} strong />,
  },
  { id: 'status', label: 'Status', width_px: 122, render: (row) => <StatusChip status={row.status} /> },
  {
    id: 'method',
    label: 'Way back',
    width_px: 150,
    render: (row) => <span title={formatDestination(row)}>{METHOD_WORDS[row.method]}</span>,
  },
  { id: 'reason', label: 'Reason', width_px: 150, render: (row) => formatReason(row) },
  { id: 'asked', label: 'Asked for by', width_px: 140, render: (row) => row.requested_by },
  { id: 'decided', label: 'Decided by', width_px: 150, render: (row) => row.decided_by ?? '–' },
  {
    id: 'why',
    label: 'Failed or rejected',
    width_px: 220,
    render: (row) => {
      const why = row.error_message ?? row.rejected_reason;
      return why === null ? '–' : <span title={why}>{why}</span>;
    },
  },
];

/** Fields of a file behind the columns that show others than the one they are called by. */
export const FILE_COLUMNS = {
  time: ['created_at'],
  payment: ['transaction_id', 'merchant_reference', 'transaction_method', 'transaction_amount'],
  reason: ['reason', 'reason_text'],
  method: ['method', 'beneficiary_bank', 'beneficiary_account', 'beneficiary_name'],
  asked: ['requested_by'],
  decided: ['decided_by'],
  why: ['error_message', 'rejected_reason'],
} satisfies Record<string, (keyof ReadRefund)[]>;

/** Where all wait for a decision, their ids and states need no room. */
export const PENDING_COLUMNS = COLUMNS.filter(({ id }) => !['id', 'status', 'decided', 'why'].includes(id));

/** The last column where refunds wait for a decision. */
export const DECISION_COLUMN: Column<ReadRefund> = {
  id: 'decision',
  label: '',
  width_px: 164,
  is_pinned: true,
  render: (row) => <DecisionButtons refund={row} />,
};

/** A refund in three lines, for phones. */
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
