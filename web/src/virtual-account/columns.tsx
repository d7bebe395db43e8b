import { bankShortName } from '@dasbor/contract/bank';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Amount, formatCount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, EMPTY_CELL, type FieldColumn, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import { ExpectedAmount } from './va-labels.tsx';
import classes from './virtual-account.module.css';

/** Columns of the list; hidden ones are optional. */
export function buildColumns(): readonly FieldColumn<VirtualAccount>[] {
  const { fields: t, types, never } = messages();
  return [
    {
      ...TIME,
      id: 'created',
      label: t.created,
      priority: 6,
      fields: ['created_at'],
      sorts_by: 'created_at',
      render: (row) => <Instant at={row.created_at} />,
    },
    {
      id: 'number',
      label: t.number,
      width_px: 192,
      is_fixed: true,
      fields: ['va_number'],
      render: (row) => <VaLink va={row} />,
    },
    { id: 'bank', label: t.bank, width_px: 92, is_whole: true, priority: 9, render: (row) => bankShortName(row.bank) },
    {
      id: 'holder',
      label: t.holder,
      width_px: 150,
      priority: 8,
      fields: ['holder_name'],
      render: (row) => row.holder_name,
    },
    { id: 'type', label: t.type, width_px: 96, is_whole: true, priority: 4, render: (row) => types[row.type] },
    {
      ...AMOUNT,
      id: 'expected',
      label: t.amount,
      fields: ['amount_type', 'expected_amount', 'amount_min', 'amount_max'],
      render: (row) => <ExpectedAmount va={row} />,
    },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <StatusChip status={row.status} /> },
    {
      ...AMOUNT,
      id: 'paid',
      label: t.paid,
      priority: 10,
      fields: ['paid_amount'],
      render: (row) => (row.payments_count === 0 ? EMPTY_CELL : <Amount value={row.paid_amount} />),
    },
    {
      ...COUNT,
      id: 'payments',
      label: t.payments,
      priority: 7,
      fields: ['payments_count', 'mismatches_count'],
      render: (row) => <Payments va={row} />,
    },
    {
      id: 'reference',
      label: t.merchant_reference,
      width_px: 140,
      priority: 3,
      fields: ['merchant_reference'],
      render: (row) => renderText(row.merchant_reference),
    },
    {
      ...TIME,
      id: 'expires',
      label: t.expires,
      priority: 5,
      fields: ['expires_at'],
      render: (row) => (row.expires_at === null ? never : <Instant at={row.expires_at} />),
    },
    ...buildOptionalColumns(),
  ];
}

function buildOptionalColumns(): FieldColumn<VirtualAccount>[] {
  const { fields: t, amount_types } = messages();
  const columns: FieldColumn<VirtualAccount>[] = [
    { id: 'amount_type', label: t.amount_type, width_px: 130, render: (row) => amount_types[row.amount_type] },
    {
      ...TIME,
      id: 'last_paid',
      label: t.last_paid,
      fields: ['last_paid_at'],
      render: (row) => renderInstant(row.last_paid_at),
    },
    {
      id: 'customer',
      label: t.customer,
      width_px: 160,
      fields: ['customer_name', 'customer_email'],
      render: (row) => renderText(row.customer_name ?? row.customer_email),
    },
    { id: 'description', label: t.description, width_px: 200, render: (row) => renderText(row.description) },
    {
      ...TIME,
      id: 'updated',
      label: t.updated,
      fields: ['updated_at'],
      render: (row) => <Instant at={row.updated_at} />,
    },
  ];
  return columns.map((column) => ({ ...column, is_hidden: true, priority: 1 }));
}

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
