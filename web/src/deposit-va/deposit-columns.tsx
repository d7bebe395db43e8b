import type { Deposit } from '@dasbor/contract/deposit-va';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './deposit-va.module.css';
import { DEPOSIT_MEANING } from './labels.ts';

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);

export const DepositChip = ({ status }: Pick<Deposit, 'status'>) => (
  <StatusChip status={status} meaning={DEPOSIT_MEANING[status]} />
);

/** Columns of the deposits; those that are hidden at first are the optional ones. */
export const COLUMNS: readonly Column<Deposit>[] = [
  { id: 'received_at', label: 'Received', width_px: 180, render: (row) => <Instant at={row.received_at} /> },
  {
    id: 'id',
    label: 'Deposit ID',
    width_px: 152,
    is_fixed: true,
    render: ({ id }) => (
      <CopyableId value={id} label="deposit id">
        <Link to="/deposit-va/$id" params={{ id }} title={id}>
          {shortId(id)}
        </Link>
      </CopyableId>
    ),
  },
  {
    id: 'va_number',
    label: 'Number',
    width_px: 210,
    render: (row) => <CopyableId value={row.va_number} label="VA number" />,
  },
  { id: 'bank', label: 'Bank', width_px: 96, render: ({ bank }) => bank },
  {
    id: 'amount',
    label: 'Amount',
    width_px: 130,
    align: 'right',
    render: (row) => <Amount value={row.amount} strong />,
  },
  {
    id: 'fee',
    label: 'Fee + PPN',
    width_px: 110,
    align: 'right',
    render: (row) => <Amount value={row.fee_amount + row.fee_vat_amount} />,
  },
  {
    id: 'net',
    label: 'Net credited',
    width_px: 130,
    align: 'right',
    render: (row) => (row.status === 'credited' ? <Amount value={row.net_amount} /> : NONE),
  },
  { id: 'status', label: 'Status', width_px: 132, render: (row) => <DepositChip status={row.status} /> },
  { id: 'sender', label: 'Sender', width_px: 180, render: (row) => row.sender_name ?? NONE },
  {
    id: 'bank_reference',
    label: 'Bank reference',
    width_px: 170,
    render: (row) =>
      row.bank_reference === null ? NONE : <CopyableId value={row.bank_reference} label="bank reference" />,
  },
  { id: 'paid_at', label: 'Paid', width_px: 180, is_hidden: true, render: (row) => <Instant at={row.paid_at} /> },
  {
    id: 'ended_at',
    label: 'Credited or returned',
    width_px: 180,
    is_hidden: true,
    render: (row) => (row.ended_at === null ? NONE : <Instant at={row.ended_at} />),
  },
  {
    id: 'sender_bank',
    label: "Sender's bank",
    width_px: 120,
    is_hidden: true,
    render: (row) => row.sender_bank ?? NONE,
  },
];

/** Fields of a file behind the columns that show others than the one they are called by. */
export const FILE_COLUMNS = {
  fee: ['fee_amount', 'fee_vat_amount'],
  net: ['net_amount'],
  sender: ['sender_name'],
} satisfies Record<string, (keyof Deposit)[]>;

/** A deposit in three lines, for phones. */
export const DepositCard = ({ deposit }: { deposit: Deposit }) => (
  <div className={classes.card}>
    <Link to="/deposit-va/$id" params={{ id: deposit.id }} className={classes.link}>
      <Amount value={deposit.amount} strong />
    </Link>
    <DepositChip status={deposit.status} />
    <span className={classes.quiet}>{deposit.sender_name ?? shortId(deposit.id)}</span>
    <span className={classes.quiet}>{deposit.bank}</span>
    <span className={classes.quiet}>
      <Instant at={deposit.received_at} />
    </span>
  </div>
);
