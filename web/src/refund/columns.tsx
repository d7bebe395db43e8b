import type { ReadRefund } from '@dasbor/contract/refund-fields';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import classes from './refund.module.css';
import { formatDestination, formatFailure, formatMethod, formatReason } from './refund-labels.ts';
import { type Messages, messages } from './messages.ts';

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

/** A column whose label is read while rendering, so that it follows the language. */
const column = ({
  label_key,
  ...more
}: Omit<Column<ReadRefund>, 'label'> & { label_key: keyof Messages['columns'] }): Column<ReadRefund> => ({
  ...more,
  get label() {
    return messages().columns[label_key];
  },
});

/** Columns of all refund lists. */
export const COLUMNS: readonly Column<ReadRefund>[] = [
  column({ id: 'time', label_key: 'time', width_px: 186, render: (row) => <Instant at={row.created_at} /> }),
  column({
    id: 'id',
    label_key: 'id',
    width_px: 152,
    is_fixed: true,
    render: (row) => (
      <CopyableId value={row.id} label={messages().columns.id}>
        <span title={row.id}>{shortId(row.id)}</span>
      </CopyableId>
    ),
  }),
  column({ id: 'payment', label_key: 'payment', width_px: 144, render: (row) => <Payment refund={row} /> }),
  column({
    id: 'amount',
    label_key: 'amount',
    width_px: 116,
    align: 'right',
    render: (row) => <Amount value={row.amount} strong />,
  }),
  column({ id: 'status', label_key: 'status', width_px: 122, render: (row) => <StatusChip status={row.status} /> }),
  column({
    id: 'method',
    label_key: 'method',
    width_px: 150,
    render: (row) => <span title={formatDestination(row)}>{formatMethod(row.method)}</span>,
  }),
  column({ id: 'reason', label_key: 'reason', width_px: 150, render: (row) => formatReason(row) }),
  column({ id: 'asked', label_key: 'requested_by', width_px: 140, render: (row) => row.requested_by }),
  column({ id: 'decided', label_key: 'decided_by', width_px: 150, render: (row) => row.decided_by ?? '–' }),
  column({
    id: 'why',
    label_key: 'failure',
    width_px: 220,
    render: (row) => {
      const why = formatFailure(row) ?? row.rejected_reason;
      return why === null ? '–' : <span title={why}>{why}</span>;
    },
  }),
];

/** File fields of the columns whose id is not their only field. */
export const FILE_COLUMNS = {
  time: ['created_at'],
  payment: ['transaction_id', 'merchant_reference', 'transaction_method', 'transaction_amount'],
  reason: ['reason', 'reason_text'],
  method: ['method', 'beneficiary_bank', 'beneficiary_account', 'beneficiary_name'],
  asked: ['requested_by'],
  decided: ['decided_by'],
  why: ['error_message', 'rejected_reason'],
} satisfies Record<string, (keyof ReadRefund)[]>;

/** Columns of the approval list, where ids and statuses are redundant. */
export const PENDING_COLUMNS = COLUMNS.filter(({ id }) => !['id', 'status', 'decided', 'why'].includes(id));

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
