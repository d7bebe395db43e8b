import type { CallQuery } from '@dasbor/contract/route';
import type { listVirtualAccounts } from '@dasbor/contract/virtual-account';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Amount, formatCount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { valueLabel } from '../list/filter-labels.ts';
import { ExpectedAmount, TYPE_WORDS } from './va-labels.tsx';
import classes from './virtual-account.module.css';

/** A column and the fields of the API that its cells show: these are what the CSV of the list holds. */
export interface VaColumn extends Column<VirtualAccount> {
  fields: readonly (keyof VirtualAccount)[];
  sorts_by?: 'created_at';
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
  fields: readonly (keyof VirtualAccount)[],
  render: (row: VirtualAccount) => React.ReactNode,
  more: Partial<VaColumn> = {},
): VaColumn => ({ id, label, width_px, fields, render, ...more });

/** Every column of the list in its order; those that are hidden at first are the optional ones. */
export const COLUMNS: readonly VaColumn[] = [
  column('created', 'Created', 180, ['created_at'], (row) => <Instant at={row.created_at} />, {
    sorts_by: 'created_at',
  }),
  column('number', 'Number', 192, ['va_number'], (row) => <VaLink va={row} />, { is_fixed: true }),
  column('bank', 'Bank', 92, ['bank'], (row) => row.bank),
  column('holder', 'Holder', 160, ['holder_name'], (row) => row.holder_name),
  column('type', 'Type', 96, ['type'], (row) => TYPE_WORDS[row.type]),
  column(
    'expected',
    'Amount',
    170,
    ['amount_type', 'expected_amount', 'amount_min', 'amount_max'],
    (row) => <ExpectedAmount va={row} />,
    {
      align: 'right',
    },
  ),
  column('status', 'Status', 112, ['status'], (row) => <StatusChip status={row.status} />),
  column(
    'paid',
    'Paid',
    122,
    ['paid_amount'],
    (row) => (row.payments_count === 0 ? NONE : <Amount value={row.paid_amount} />),
    {
      align: 'right',
    },
  ),
  column('payments', 'Payments', 104, ['payments_count', 'mismatches_count'], (row) => <Payments va={row} />, {
    align: 'right',
  }),
  column('reference', 'Merchant reference', 150, ['merchant_reference'], (row) => textOr(row.merchant_reference)),
  column('expires', 'Expires', 180, ['expires_at'], (row) =>
    row.expires_at === null ? 'Never' : <Instant at={row.expires_at} />,
  ),
  column('amount_type', 'Amount type', 130, ['amount_type'], (row) => valueLabel(row.amount_type), {
    is_hidden: true,
  }),
  column('last_paid', 'Last payment', 180, ['last_paid_at'], (row) => instantOr(row.last_paid_at), { is_hidden: true }),
  column(
    'customer',
    'Customer',
    160,
    ['customer_name', 'customer_email'],
    (row) => textOr(row.customer_name ?? row.customer_email),
    {
      is_hidden: true,
    },
  ),
  column('description', 'Description', 200, ['description'], (row) => textOr(row.description), { is_hidden: true }),
  column('updated', 'Last change', 180, ['updated_at'], (row) => <Instant at={row.updated_at} />, { is_hidden: true }),
];

type CsvColumns = NonNullable<CallQuery<typeof listVirtualAccounts>>['columns'];

/** The fields of the visible columns, in their order and each once: the columns of the CSV. */
export const toFileColumns = (visible: readonly VaColumn[]): CsvColumns =>
  [...new Set(visible.flatMap(({ fields }) => fields))].join(',');

/** How many payments were taken, and a sign when one did not match. */
const Payments = ({ va: { payments_count, mismatches_count } }: { va: VirtualAccount }) => (
  <span className={classes.payments}>
    {mismatches_count > 0 && (
      <IconAlertTriangle size={14} className={classes.attention} aria-label={`${mismatches_count} did not match`} />
    )}
    {formatCount(payments_count)}
  </span>
);

const VaLink = ({ va }: { va: VirtualAccount }) => (
  <CopyableId value={va.va_number} label="virtual account number">
    <Link to="/virtual-account/$id" params={{ id: va.id }} title={va.id}>
      {va.va_number}
    </Link>
  </CopyableId>
);

/** A row as a card, for phones. */
export const VaCard = ({ va }: { va: VirtualAccount }) => (
  <div className={classes.card}>
    <ExpectedAmount va={va} />
    <StatusChip status={va.status} />
    <span className={classes.number}>
      {va.bank} {va.va_number}
    </span>
    <span className={classes.quiet}>
      {va.payments_count === 0 ? TYPE_WORDS[va.type] : `${formatCount(va.payments_count)} paid`}
    </span>
    <span className={classes.quiet}>{va.holder_name}</span>
    <span className={classes.quiet}>{va.expires_at === null ? 'No expiry' : <Instant at={va.expires_at} />}</span>
  </div>
);
