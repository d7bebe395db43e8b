import type { Approval } from '@dasbor/contract/approval';
import { Text } from '@mantine/core';
import { AMOUNT, type Column, EMPTY_CELL, STATUS, TIME } from '../ui/column.tsx';
import { Instant } from '../ui/instant.tsx';
import { SenAmount } from '../ui/sen-amount.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './approval.module.css';
import { DecisionButtons } from './decision-buttons.tsx';
import type { View } from './filter.ts';
import { messages } from './messages.ts';
import { formatSummary, formatKind, formatRequester } from './subject-labels.ts';

const formatProgress = ({ approvals_given, approvals_required }: Approval): string =>
  messages().progress(approvals_given, approvals_required);

const renderAmount = ({ amount, details }: Approval) =>
  amount === null ? EMPTY_CELL : <SenAmount amount={amount} cents={details.cents ?? 0} strong />;

/** Columns of a view, with texts in the current language. */
export function buildColumns(view: View): readonly Column<Approval>[] {
  const t = messages().columns;
  const columns: readonly Column<Approval>[] = [
    { ...TIME, id: 'time', label: t.time, priority: 6, render: (row) => <Instant at={row.created_at} /> },
    {
      id: 'subject',
      label: t.subject,
      width_px: 240,
      render: (row) => (
        <div className={classes.subject}>
          <span>{formatKind(row)}</span>
          <Text span c="dimmed" fz="xs" truncate>
            {formatSummary(row)}
          </Text>
        </div>
      ),
    },
    { ...AMOUNT, id: 'amount', label: t.amount, render: renderAmount },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <StatusChip status={row.status} /> },
    { id: 'progress', label: t.progress, width_px: 116, priority: 4, render: formatProgress },
    { id: 'requested_by', label: t.requested_by, width_px: 160, priority: 5, render: formatRequester },
    {
      ...TIME,
      id: 'expires',
      label: t.expires,
      priority: 3,
      render: (row) =>
        row.status === 'pending' && row.expires_at !== null ? <Instant at={row.expires_at} /> : EMPTY_CELL,
    },
    {
      ...TIME,
      id: 'closed',
      label: t.closed,
      priority: 2,
      render: (row) => (row.closed_at === null ? EMPTY_CELL : <Instant at={row.closed_at} />),
    },
  ];
  return columns.filter(({ id }) => view !== 'waiting' || (id !== 'status' && id !== 'closed'));
}

/** Approve and reject at the end of the rows that wait for the user. */
export const DECISION_COLUMN: Column<Approval> = {
  id: 'decision',
  label: '',
  width_px: 164,
  is_pinned: true,
  render: (row) => <DecisionButtons approval={row} />,
};

/** A request in a few lines, for phones. */
export const ApprovalCard = ({ approval }: { approval: Approval }) => (
  <div className={classes.card}>
    <strong>{formatKind(approval)}</strong>
    {approval.amount === null ? (
      <span />
    ) : (
      <SenAmount amount={approval.amount} cents={approval.details.cents ?? 0} strong />
    )}
    <span className={classes.quiet}>{formatSummary(approval)}</span>
    <StatusChip status={approval.status} />
    <span className={classes.quiet}>
      {formatRequester(approval)} · {formatProgress(approval)}
    </span>
    <span className={classes.quiet}>
      <Instant at={approval.created_at} />
    </span>
    <DecisionButtons approval={approval} />
  </div>
);
