import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { Link } from '@tanstack/react-router';
import { Amount, formatCount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, type FieldColumn, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { formatBusinessDay } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { BatchStatus } from './batch-status.tsx';
import { messages } from './messages.ts';
import { formatDestination } from './settlement-labels.ts';
import classes from './settlement.module.css';

const amount = (
  id: keyof SettlementBatch & `${string}_amount`,
  label: string,
  priority?: number,
): FieldColumn<SettlementBatch> => ({
  ...AMOUNT,
  id,
  label,
  priority,
  render: (row) => <Amount value={row[id]} strong={id === 'net_amount'} />,
});
const time = (
  id: 'paid_at' | 'period_from' | 'period_to' | 'sent_at',
  label: string,
): FieldColumn<SettlementBatch> => ({
  ...TIME,
  id,
  label,
  priority: 1,
  is_hidden: true,
  render: (row) => renderInstant(row[id]),
});

export const BatchLink = ({ batch }: { batch: Pick<SettlementBatch, 'id' | 'batch_no'> }) => (
  <Link to="/settlement/report/detail" search={{ batch_id: batch.id }} className={links.link}>
    {batch.batch_no}
  </Link>
);

/** Columns of the list, with texts in the current language. Optional ones are hidden by default. */
export function buildColumns(): readonly FieldColumn<SettlementBatch>[] {
  const t = messages().columns;
  return [
    {
      id: 'settlement_date',
      label: t.settlement_date,
      width_px: 128,
      priority: 9,
      render: (row) => formatBusinessDay(row.settlement_date),
    },
    { id: 'batch_no', label: t.batch, width_px: 162, is_fixed: true, render: (row) => <BatchLink batch={row} /> },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <BatchStatus status={row.status} /> },
    {
      ...COUNT,
      id: 'transaction_count',
      label: t.payments,
      priority: 4,
      render: (row) => formatCount(row.transaction_count),
    },
    amount('gross_amount', t.gross, 8),
    amount('refund_amount', t.refunds, 5),
    amount('fee_amount', t.fees, 7),
    amount('fee_vat_amount', t.vat, 6),
    { ...amount('adjustment_amount', t.adjustments, 1), is_hidden: true },
    amount('net_amount', t.net),
    {
      id: 'where',
      label: t.destination,
      width_px: 150,
      priority: 3,
      fields: ['destination', 'bank_account'],
      render: formatDestination,
    },
    { ...time('paid_at', t.credited), priority: 2, is_hidden: false },
    {
      id: 'bank_reference',
      label: t.bank_reference,
      width_px: 190,
      priority: 1,
      is_hidden: true,
      render: (row) => renderText(row.bank_reference),
    },
    time('period_from', t.first_payment),
    time('period_to', t.last_payment),
    time('sent_at', t.sent),
  ];
}

/** A batch in three lines, for phones. */
export const BatchCard = ({ batch }: { batch: SettlementBatch }) => (
  <div className={classes.card}>
    <Link to="/settlement/report/detail" search={{ batch_id: batch.id }} className={links.link}>
      <Amount value={batch.net_amount} strong />
    </Link>
    <BatchStatus status={batch.status} />
    <span className={classes.quiet}>{batch.batch_no}</span>
    <span className={classes.quiet}>
      {messages().payments(batch.transaction_count, formatCount(batch.transaction_count))}
    </span>
    <span className={classes.quiet}>{formatBusinessDay(batch.settlement_date)}</span>
    <span className={classes.quiet}>{formatDestination(batch)}</span>
  </div>
);
