import type { Transaction, listTransactions } from '@dasbor/contract/transaction';
import type { CallQuery } from '@dasbor/contract/route';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { valueLabel } from '../list/filter-labels.ts';
import { EMPTY_CELL, type TransactionColumn, column, textOr } from './column.tsx';
import { MethodName } from './method-name.tsx';
import { OPTIONAL_COLUMNS } from './optional-columns.tsx';
import { messages } from './messages.ts';

/** All columns in their default order; optional columns are hidden by default. */
export const COLUMNS: readonly TransactionColumn[] = [
  column(
    'time',
    (t) => t.time,
    180,
    ['created_at'],
    (row) => <Instant at={row.created_at} />,
    { sorts_by: 'created_at' },
  ),
  column(
    'id',
    (t) => t.id,
    152,
    ['id'],
    (row) => <TransactionLink id={row.id} />,
    { is_fixed: true },
  ),
  column(
    'reference',
    (t) => t.reference,
    150,
    ['merchant_reference'],
    (row) => textOr(row.merchant_reference),
  ),
  column(
    'customer',
    (t) => t.customer,
    150,
    ['customer_name', 'customer_email'],
    (row) => textOr(row.customer_name ?? row.customer_email),
  ),
  column(
    'method',
    (t) => t.method,
    100,
    ['method', 'channel_code'],
    (row) => <MethodName transaction={row} />,
  ),
  column(
    'amount',
    (t) => t.amount,
    122,
    ['amount', 'currency'],
    (row) => <Amount value={row.amount} strong />,
    {
      align: 'right',
      sorts_by: 'amount',
    },
  ),
  column(
    'status',
    (t) => t.status,
    130,
    ['status'],
    (row) => <StatusChip status={row.status} />,
  ),
  column(
    'fee',
    (t) => t.fee,
    120,
    ['fee_amount', 'fee_vat_amount'],
    (row) => (row.paid_at === null ? EMPTY_CELL : <FeeCell row={row} />),
    { align: 'right', is_hidden: true },
  ),
  column(
    'net',
    (t) => t.net,
    122,
    ['net_amount'],
    (row) => (row.net_amount === null ? EMPTY_CELL : <Amount value={row.net_amount} />),
    { align: 'right' },
  ),
  column(
    'refunded_amount',
    (t) => t.refunded,
    122,
    ['refunded_amount'],
    (row) => (row.refunded_amount === 0 ? EMPTY_CELL : <Amount value={row.refunded_amount} />),
    { align: 'right' },
  ),
  column(
    'settlement',
    (t) => t.settlement,
    126,
    ['settlement_status', 'settlement_date'],
    (row) => (row.settlement_status === null ? EMPTY_CELL : <SettlementCell row={row} />),
  ),
  column(
    'source',
    (t) => t.source,
    110,
    ['source'],
    (row) => valueLabel(row.source),
  ),
  ...OPTIONAL_COLUMNS,
];

type CsvColumns = NonNullable<CallQuery<typeof listTransactions>>['columns'];

/** The fields of the visible columns in order, each once: the columns of the CSV. */
export const listCsvFields = (visible: readonly TransactionColumn[]): CsvColumns =>
  [...new Set(visible.flatMap(({ fields }) => fields))].join(',');

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
      {shortId(id)}
    </Link>
  </CopyableId>
);
