import type { Transaction } from '@dasbor/contract/transaction';
import { Link } from '@tanstack/react-router';
import { formatFilterValue } from '../list/filter-labels.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, EMPTY_CELL, type FieldColumn, ID, STATUS, TIME, renderText } from '../ui/column.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { NetAmount } from '../ui/net-amount.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { MethodName } from './method-name.tsx';
import { buildOptionalColumns } from './optional-columns.tsx';
import { messages } from './messages.ts';

/** All columns in their default order, with texts in the current language; optional columns are hidden by default. */
export function buildColumns(): readonly FieldColumn<Transaction>[] {
  const t = messages().columns;
  return [
    {
      ...TIME,
      id: 'time',
      label: t.time,
      priority: 9,
      fields: ['created_at'],
      sorts_by: 'created_at',
      render: (row) => <Instant at={row.created_at} />,
    },
    { ...ID, id: 'id', label: t.id, is_fixed: true, render: (row) => <TransactionLink id={row.id} /> },
    {
      id: 'reference',
      label: t.reference,
      width_px: 132,
      priority: 8,
      fields: ['merchant_reference'],
      render: (row) => renderText(row.merchant_reference),
    },
    {
      id: 'customer',
      label: t.customer,
      width_px: 140,
      priority: 4,
      fields: ['customer_name', 'customer_email'],
      render: (row) => renderText(row.customer_name ?? row.customer_email),
    },
    {
      id: 'method',
      label: t.method,
      width_px: 116,
      priority: 6,
      fields: ['method', 'channel_code'],
      render: (row) => <MethodName transaction={row} is_short />,
    },
    {
      ...AMOUNT,
      id: 'amount',
      label: t.amount,
      fields: ['amount', 'currency'],
      sorts_by: 'amount',
      render: (row) => <Amount value={row.amount} strong />,
    },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <StatusChip status={row.status} /> },
    {
      ...AMOUNT,
      id: 'fee',
      label: t.fee,
      priority: 1,
      is_hidden: true,
      fields: ['fee_amount', 'fee_vat_amount'],
      render: (row) => (row.paid_at === null ? EMPTY_CELL : <FeeCell row={row} />),
    },
    {
      ...AMOUNT,
      id: 'net',
      label: t.net,
      priority: 7,
      fields: ['net_amount', 'refunded_amount'],
      render: (row) => <NetAmount row={row} />,
    },
    {
      ...AMOUNT,
      id: 'refunded_amount',
      label: t.refunded,
      priority: 2,
      is_hidden: true,
      fields: ['refunded_amount'],
      render: (row) => (row.refunded_amount === 0 ? EMPTY_CELL : <Amount value={row.refunded_amount} />),
    },
    {
      ...STATUS,
      id: 'settlement',
      label: t.settlement,
      priority: 5,
      fields: ['settlement_status', 'settlement_date'],
      render: (row) => (row.settlement_status === null ? EMPTY_CELL : <SettlementCell row={row} />),
    },
    {
      id: 'source',
      label: t.source,
      width_px: 110,
      is_whole: true,
      priority: 3,
      render: (row) => formatFilterValue(row.source),
    },
    ...buildOptionalColumns(),
  ];
}

const FeeCell = ({ row }: { row: Transaction }) => (
  <span title={messages().columns.fee}>
    <Amount value={row.fee_amount + row.fee_vat_amount} />
  </span>
);

/** The tooltip shows the actual or expected settlement date. */
const SettlementCell = ({ row }: { row: Transaction }) => (
  <span
    title={row.settlement_date === null ? undefined : messages().list.settlement_on(formatDay(row.settlement_date))}
  >
    <StatusChip status={row.settlement_status ?? ''} />
  </span>
);

const TransactionLink = ({ id }: { id: string }) => (
  <CopyableId value={id} label={messages().columns.id}>
    <Link to="/transaction/$id" params={{ id }} title={id}>
      {shortenId(id)}
    </Link>
  </CopyableId>
);
