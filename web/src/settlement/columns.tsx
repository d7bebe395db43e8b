import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount, formatCount } from '../ui/amount.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { BatchStatus } from './batch-status.tsx';
import { formatDestination } from './settlement-labels.ts';
import classes from './settlement.module.css';

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);
/** A business day as people write it; noon, so that no time zone moves it. */
export const formatBusinessDay = (day: string): string => formatDay(`${day}T05:00:00Z`);
const renderInstant = (at: string | null) => (at === null ? NONE : <Instant at={at} />);
const amount = (id: keyof SettlementBatch & `${string}_amount`, label: string, width_px: number, is_hidden = false) =>
  ({
    id,
    label,
    width_px,
    align: 'right',
    is_hidden,
    render: (row) => <Amount value={row[id]} strong={id === 'net_amount'} />,
  }) satisfies Column<SettlementBatch>;

export const BatchLink = ({ batch }: { batch: Pick<SettlementBatch, 'id' | 'batch_no'> }) => (
  <Link to="/settlement/report/detail" search={{ batch_id: batch.id }} className={classes.link}>
    {batch.batch_no}
  </Link>
);

/** Columns of the list; those that are hidden at first are the optional ones. */
export const COLUMNS: readonly Column<SettlementBatch>[] = [
  {
    id: 'settlement_date',
    label: 'Settlement date',
    width_px: 128,
    render: (row) => formatBusinessDay(row.settlement_date),
  },
  { id: 'batch_no', label: 'Batch', width_px: 162, is_fixed: true, render: (row) => <BatchLink batch={row} /> },
  { id: 'status', label: 'Status', width_px: 126, render: (row) => <BatchStatus status={row.status} /> },
  {
    id: 'transaction_count',
    label: 'Payments',
    width_px: 92,
    align: 'right',
    render: (row) => formatCount(row.transaction_count),
  },
  amount('gross_amount', 'Gross', 130),
  amount('refund_amount', 'Refunds', 108),
  amount('fee_amount', 'Fees', 108),
  amount('fee_vat_amount', 'PPN', 100),
  amount('adjustment_amount', 'Adjustments', 120, true),
  amount('net_amount', 'Net', 130),
  { id: 'where', label: 'Paid to', width_px: 150, render: (row) => formatDestination(row) },
  { id: 'paid_at', label: 'Credited', width_px: 190, render: (row) => renderInstant(row.paid_at) },
  {
    id: 'bank_reference',
    label: 'Bank reference',
    width_px: 190,
    is_hidden: true,
    render: (row) => row.bank_reference ?? NONE,
  },
  {
    id: 'period_from',
    label: 'Paid from',
    width_px: 190,
    is_hidden: true,
    render: (row) => renderInstant(row.period_from),
  },
  {
    id: 'period_to',
    label: 'Paid to time',
    width_px: 190,
    is_hidden: true,
    render: (row) => renderInstant(row.period_to),
  },
  { id: 'sent_at', label: 'Sent to bank', width_px: 190, is_hidden: true, render: (row) => renderInstant(row.sent_at) },
];

/** Fields of a file behind the columns that show others than the one they are called by. */
export const FILE_COLUMNS = { where: ['destination', 'bank_account'] } satisfies Record<
  string,
  (keyof SettlementBatch)[]
>;

/** A batch in three lines, for phones. */
export const BatchCard = ({ batch }: { batch: SettlementBatch }) => (
  <div className={classes.card}>
    <Link to="/settlement/report/detail" search={{ batch_id: batch.id }} className={classes.link}>
      <Amount value={batch.net_amount} strong />
    </Link>
    <BatchStatus status={batch.status} />
    <span className={classes.quiet}>{batch.batch_no}</span>
    <span className={classes.quiet}>{formatCount(batch.transaction_count)} payments</span>
    <span className={classes.quiet}>{formatBusinessDay(batch.settlement_date)}</span>
    <span className={classes.quiet}>{formatDestination(batch)}</span>
  </div>
);
