import { bankShortName } from '@dasbor/contract/bank';
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
import { messages } from './messages.ts';
import { ExpectedAmount } from './va-labels.tsx';
import classes from './virtual-account.module.css';

/** A column and the API fields that it shows, which its exported file contains. */
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

/** Columns of the list; hidden ones are optional. */
export function buildColumns(): readonly VaColumn[] {
  const { fields: t, types, amount_types, never } = messages();
  return [
    column('created', t.created, 180, ['created_at'], (row) => <Instant at={row.created_at} />, {
      sorts_by: 'created_at',
    }),
    column('number', t.number, 192, ['va_number'], (row) => <VaLink va={row} />, { is_fixed: true }),
    column('bank', t.bank, 92, ['bank'], (row) => bankShortName(row.bank)),
    column('holder', t.holder, 160, ['holder_name'], (row) => row.holder_name),
    column('type', t.type, 96, ['type'], (row) => types[row.type]),
    column(
      'expected',
      t.amount,
      170,
      ['amount_type', 'expected_amount', 'amount_min', 'amount_max'],
      (row) => <ExpectedAmount va={row} />,
      {
        align: 'right',
      },
    ),
    column('status', t.status, 112, ['status'], (row) => <StatusChip status={row.status} />),
    column(
      'paid',
      t.paid,
      122,
      ['paid_amount'],
      (row) => (row.payments_count === 0 ? NONE : <Amount value={row.paid_amount} />),
      {
        align: 'right',
      },
    ),
    column('payments', t.payments, 104, ['payments_count', 'mismatches_count'], (row) => <Payments va={row} />, {
      align: 'right',
    }),
    column('reference', t.merchant_reference, 150, ['merchant_reference'], (row) => textOr(row.merchant_reference)),
    column('expires', t.expires, 180, ['expires_at'], (row) =>
      row.expires_at === null ? never : <Instant at={row.expires_at} />,
    ),
    column('amount_type', t.amount_type, 130, ['amount_type'], (row) => amount_types[row.amount_type], {
      is_hidden: true,
    }),
    column('last_paid', t.last_paid, 180, ['last_paid_at'], (row) => instantOr(row.last_paid_at), { is_hidden: true }),
    column(
      'customer',
      t.customer,
      160,
      ['customer_name', 'customer_email'],
      (row) => textOr(row.customer_name ?? row.customer_email),
      {
        is_hidden: true,
      },
    ),
    column('description', t.description, 200, ['description'], (row) => textOr(row.description), { is_hidden: true }),
    column('updated', t.updated, 180, ['updated_at'], (row) => <Instant at={row.updated_at} />, { is_hidden: true }),
  ];
}

type CsvColumns = NonNullable<CallQuery<typeof listVirtualAccounts>>['columns'];

/** The fields of the visible columns, each once: the columns of the exported file. */
export const toFileColumns = (visible: readonly VaColumn[]): CsvColumns =>
  [...new Set(visible.flatMap(({ fields }) => fields))].join(',');

/** Number of payments, with a warning when some are mismatched. */
const Payments = ({ va: { payments_count, mismatches_count } }: { va: VirtualAccount }) => (
  <span className={classes.payments}>
    {mismatches_count > 0 && (
      <IconAlertTriangle
        size={14}
        className={classes.attention}
        aria-label={messages().list.mismatches(mismatches_count)}
      />
    )}
    {formatCount(payments_count)}
  </span>
);

const VaLink = ({ va }: { va: VirtualAccount }) => (
  <CopyableId value={va.va_number} label={messages().fields.number_copy}>
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
      {bankShortName(va.bank)} {va.va_number}
    </span>
    <span className={classes.quiet}>
      {va.payments_count === 0 ? messages().types[va.type] : messages().list.paid_count(formatCount(va.payments_count))}
    </span>
    <span className={classes.quiet}>{va.holder_name}</span>
    <span className={classes.quiet}>
      {va.expires_at === null ? messages().list.no_expiry : <Instant at={va.expires_at} />}
    </span>
  </div>
);
