import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount, formatCount } from '../ui/amount.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { BatchStatus } from './batch-status.tsx';
import { messages } from './messages.ts';
import { formatDestination } from './settlement-labels.ts';
import classes from './settlement.module.css';

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);
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

/** Columns of the list, with texts in the current language. Optional ones are hidden by default. */
export function buildColumns(): readonly Column<SettlementBatch>[] {
  const t = messages().columns;
  return [
    {
      id: 'settlement_date',
      label: t.settlement_date,
      width_px: 128,
      render: (row) => formatDay(row.settlement_date),
    },
    { id: 'batch_no', label: t.batch, width_px: 162, is_fixed: true, render: (row) => <BatchLink batch={row} /> },
    { id: 'status', label: t.status, width_px: 126, render: (row) => <BatchStatus status={row.status} /> },
    {
      id: 'transaction_count',
      label: t.payments,
      width_px: 92,
      align: 'right',
      render: (row) => formatCount(row.transaction_count),
    },
    amount('gross_amount', t.gross, 130),
    amount('refund_amount', t.refunds, 108),
    amount('fee_amount', t.fees, 108),
    amount('fee_vat_amount', t.vat, 100),
    amount('adjustment_amount', t.adjustments, 120, true),
    amount('net_amount', t.net, 130),
    { id: 'where', label: t.destination, width_px: 150, render: (row) => formatDestination(row) },
    { id: 'paid_at', label: t.credited, width_px: 190, render: (row) => renderInstant(row.paid_at) },
    {
      id: 'bank_reference',
      label: t.bank_reference,
      width_px: 190,
      is_hidden: true,
      render: (row) => row.bank_reference ?? NONE,
    },
    {
      id: 'period_from',
      label: t.first_payment,
      width_px: 190,
      is_hidden: true,
      render: (row) => renderInstant(row.period_from),
    },
    {
      id: 'period_to',
      label: t.last_payment,
      width_px: 190,
      is_hidden: true,
      render: (row) => renderInstant(row.period_to),
    },
    { id: 'sent_at', label: t.sent, width_px: 190, is_hidden: true, render: (row) => renderInstant(row.sent_at) },
  ];
}

/** File columns of the list columns that combine several fields. */
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
    <span className={classes.quiet}>
      {messages().payments(batch.transaction_count, formatCount(batch.transaction_count))}
    </span>
    <span className={classes.quiet}>{formatDay(batch.settlement_date)}</span>
    <span className={classes.quiet}>{formatDestination(batch)}</span>
  </div>
);
