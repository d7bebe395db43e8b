import type { Transaction, listTransactions } from '@dasbor/contract/transaction';
import type { CallQuery } from '@dasbor/contract/route';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { labelOfValue } from '../list/filter-words.ts';
import { MethodName } from './method-name.tsx';

/** A column and the fields of the API that its cells show: these are what the CSV of the list holds. */
export interface TransactionColumn extends Column<Transaction> {
  fields: readonly (keyof Transaction)[];
  sorts_by?: 'created_at' | 'amount';
}

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);
const textOr = (value: string | null) => value ?? NONE;
const instantOr = (at: string | null) => (at === null ? NONE : <Instant at={at} />);

const column = (
  id: string,
  label: string,
  width_px: number,
  fields: readonly (keyof Transaction)[],
  render: (row: Transaction) => React.ReactNode,
  more: Partial<TransactionColumn> = {},
): TransactionColumn => ({ id, label, width_px, fields, render, ...more });

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
    (row) => (row.paid_at === null ? NONE : <FeeCell row={row} />),
    { align: 'right', is_hidden: true },
  ),
  column(
    'net',
    'Net',
    122,
    ['net_amount'],
    (row) => (row.paid_at === null ? NONE : <Amount value={row.net_amount} />),
    { align: 'right' },
  ),
  column('settlement', 'Settlement', 126, ['settlement_status'], (row) =>
    row.settlement_status === null ? NONE : <StatusChip status={row.settlement_status} />,
  ),
  column('source', 'Source', 110, ['source'], (row) => labelOfValue(row.source)),
  column('paid_at', 'Paid', 196, ['paid_at'], (row) => instantOr(row.paid_at), { is_hidden: true }),
  column('expires_at', 'Expires', 196, ['expires_at'], (row) => instantOr(row.expires_at), { is_hidden: true }),
  column('updated_at', 'Last change', 196, ['updated_at'], (row) => instantOr(row.updated_at), { is_hidden: true }),
  column('email', 'Customer e-mail', 200, ['customer_email'], (row) => textOr(row.customer_email), { is_hidden: true }),
  column('description', 'Description', 200, ['description'], (row) => textOr(row.description), { is_hidden: true }),
  column('issuer', 'Issuer', 120, ['issuer'], (row) => textOr(row.issuer), { is_hidden: true }),
  column('rrn', 'RRN', 150, ['rrn'], (row) => (row.rrn === null ? NONE : <CopyableId value={row.rrn} label="RRN" />), {
    is_hidden: true,
  }),
  column(
    'provider_reference',
    "Bank's reference",
    190,
    ['provider_reference'],
    (row) => textOr(row.provider_reference),
    {
      is_hidden: true,
    },
  ),
  column('failure', 'Failure', 180, ['failure_code', 'failure_message'], (row) => textOr(row.failure_message), {
    is_hidden: true,
  }),
  column('late', 'Paid late', 100, ['late_payment'], (row) => (row.late_payment ? 'Yes' : NONE), { is_hidden: true }),
];

type CsvColumns = NonNullable<CallQuery<typeof listTransactions>>['columns'];

/** The fields of the visible columns, in their order and each once: the columns of the CSV. */
export const csvColumnsOf = (visible: readonly TransactionColumn[]): CsvColumns =>
  [...new Set(visible.flatMap(({ fields }) => fields))].join(',');

const FeeCell = ({ row }: { row: Transaction }) => (
  <span title="Fee and PPN">
    <Amount value={row.fee_amount + row.fee_vat_amount} />
  </span>
);

const TransactionLink = ({ id }: { id: string }) => (
  <CopyableId value={id} label="transaction id">
    <Link to="/transaction/$id" params={{ id }} title={id}>
      {shortId(id)}
    </Link>
  </CopyableId>
);
