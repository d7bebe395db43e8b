import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './qris-payment.module.css';

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);
const textOr = (value: string | null) => value ?? NONE;
const instantOr = (at: string | null) => (at === null ? NONE : <Instant at={at} />);

/** Columns of the codes; those that are hidden at first are the optional ones. */
export const COLUMNS: readonly Column<QrisPayment>[] = [
  { id: 'created_at', label: 'Created', width_px: 180, render: (row) => <Instant at={row.created_at} /> },
  {
    id: 'id',
    label: 'QRIS ID',
    width_px: 152,
    is_fixed: true,
    render: ({ id }) => (
      <CopyableId value={id} label="QRIS id">
        <Link to="/qris-payment/$id" params={{ id }} title={id}>
          {shortId(id)}
        </Link>
      </CopyableId>
    ),
  },
  {
    id: 'reference',
    label: 'Merchant reference',
    width_px: 160,
    render: (row) => textOr(row.merchant_reference),
  },
  {
    id: 'amount',
    label: 'Amount',
    width_px: 130,
    align: 'right',
    render: (row) => <Amount value={row.amount} strong />,
  },
  { id: 'status', label: 'Status', width_px: 120, render: (row) => <StatusChip status={row.status} /> },
  { id: 'paid_at', label: 'Paid', width_px: 180, render: (row) => instantOr(row.paid_at) },
  { id: 'issuer', label: 'Issuer', width_px: 120, render: (row) => textOr(row.issuer) },
  {
    id: 'rrn',
    label: 'RRN',
    width_px: 150,
    render: (row) => (row.rrn === null ? NONE : <CopyableId value={row.rrn} label="RRN" />),
  },
  { id: 'description', label: 'Description', width_px: 200, is_hidden: true, render: (row) => textOr(row.description) },
  {
    id: 'expires_at',
    label: 'Expires',
    width_px: 180,
    is_hidden: true,
    render: (row) => <Instant at={row.expires_at} />,
  },
  { id: 'nmid', label: 'NMID', width_px: 150, is_hidden: true, render: (row) => textOr(row.nmid) },
  {
    id: 'transaction',
    label: 'Transaction',
    width_px: 160,
    is_hidden: true,
    render: ({ transaction_id }) => (
      <CopyableId value={transaction_id} label="transaction id">
        <Link to="/transaction/$id" params={{ id: transaction_id }} title={transaction_id}>
          {shortId(transaction_id)}
        </Link>
      </CopyableId>
    ),
  },
];

/** A code in three lines, for phones. */
export const QrisPaymentCard = ({ payment }: { payment: QrisPayment }) => (
  <div className={classes.card}>
    <Link to="/qris-payment/$id" params={{ id: payment.id }}>
      <Amount value={payment.amount} strong />
    </Link>
    <StatusChip status={payment.status} />
    <span className={classes.quiet}>{payment.merchant_reference ?? shortId(payment.id)}</span>
    <span className={classes.quiet}>{payment.issuer}</span>
    <span className={classes.quiet}>
      <Instant at={payment.created_at} />
    </span>
  </div>
);
