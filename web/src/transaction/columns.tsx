import type { Transaction, listTransactions } from '@dasbor/contract/transaction';
import type { CallQuery } from '@dasbor/contract/route';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { valueLabel } from '../list/filter-labels.ts';
import { EMPTY_CELL, type TransactionColumn, column, textOr } from './column.tsx';
import { MethodName } from './method-name.tsx';
import { OPTIONAL_COLUMNS } from './optional-columns.tsx';

/** Every column of the list in its order; those that are hidden at first are the optional ones. */
export const COLUMNS: readonly TransactionColumn[] = [
  column('time', 'Time', 180, ['created_at'], (row) => <Instant at={row.created_at} />, { sorts_by: 'created_at' }),
  column('id', 'Transaction ID', 152, ['id'], (row) => <TransactionLink id={row.id} />, { is_fixed: true }),
  column('reference', 'Merchant reference', 150, ['merchant_reference'], (row) => textOr(row.merchant_reference)),
  column('customer', 'Customer', 150, ['customer_name', 'customer_email'], (row) =>
    textOr(row.customer_name ?? row.customer_email),
  ),
  column('method', 'Method', 100, ['method', 'channel_code'], (row) => <MethodName transaction={row} />),
  column('amount', 'Amount', 122, ['amount', 'currency'], (row) => <Amount value={row.amount} strong />, {
    align: 'right',
    sorts_by: 'amount',
  }),
  column('status', 'Status', 130, ['status'], (row) => <StatusChip status={row.status} />),
  column(
    'fee',
    'Fee + PPN',
    120,
    ['fee_amount', 'fee_vat_amount'],
    (row) => (row.paid_at === null ? EMPTY_CELL : <FeeCell row={row} />),
    { align: 'right', is_hidden: true },
  ),
  column(
    'net',
    'Net',
    122,
    ['net_amount'],
    (row) => (row.paid_at === null ? EMPTY_CELL : <Amount value={row.net_amount} />),
    { align: 'right' },
  ),
  column('settlement', 'Settlement', 126, ['settlement_status', 'settlement_date'], (row) =>
    row.settlement_status === null ? EMPTY_CELL : <SettlementCell row={row} />,
  ),
  column('source', 'Source', 110, ['source'], (row) => valueLabel(row.source)),
  ...OPTIONAL_COLUMNS,
];

type CsvColumns = NonNullable<CallQuery<typeof listTransactions>>['columns'];

/** The fields of the visible columns, in their order and each once: the columns of the CSV. */
export const listCsvFields = (visible: readonly TransactionColumn[]): CsvColumns =>
  [...new Set(visible.flatMap(({ fields }) => fields))].join(',');

const FeeCell = ({ row }: { row: Transaction }) => (
  <span title="Fee and PPN">
    <Amount value={row.fee_amount + row.fee_vat_amount} />
  </span>
);

/** The day on which the money is, or is expected to be, there stands in the tooltip. */
const SettlementCell = ({ row }: { row: Transaction }) => (
  <span title={row.settlement_date === null ? undefined : `On ${row.settlement_date} (WIB)`}>
    <StatusChip status={row.settlement_status ?? ''} />
  </span>
);

const TransactionLink = ({ id }: { id: string }) => (
  <CopyableId value={id} label="transaction id">
    <Link to="/transaction/$id" params={{ id }} title={id}>
      {shortId(id)}
    </Link>
  </CopyableId>
);
