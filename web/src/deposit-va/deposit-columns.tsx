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
import { messages } from './messages.ts';

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);

export const DepositChip = ({ status }: Pick<Deposit, 'status'>) => (
  <StatusChip status={status} meaning={DEPOSIT_MEANING[status]} />
);

/** All columns of the deposits in their order, with texts in the current language. */
export function buildColumns(): readonly Column<Deposit>[] {
  const t = messages();
  return [
    { id: 'received_at', label: t.deposit.received, width_px: 180, render: (row) => <Instant at={row.received_at} /> },
    {
      id: 'id',
      label: t.deposit.id,
      width_px: 152,
      is_fixed: true,
      render: ({ id }) => (
        <CopyableId value={id} label={t.copy.deposit_id}>
          <Link to="/deposit-va/$id" params={{ id }} title={id}>
            {shortId(id)}
          </Link>
        </CopyableId>
      ),
    },
    {
      id: 'va_number',
      label: t.number,
      width_px: 210,
      render: (row) => <CopyableId value={row.va_number} label={t.copy.va_number} />,
    },
    { id: 'bank', label: t.bank, width_px: 96, render: ({ bank }) => bank },
    {
      id: 'amount',
      label: t.amount,
      width_px: 130,
      align: 'right',
      render: (row) => <Amount value={row.amount} strong />,
    },
    {
      id: 'fee',
      label: t.deposit.fee_and_vat,
      width_px: 110,
      align: 'right',
      render: (row) => <Amount value={row.fee_amount + row.fee_vat_amount} />,
    },
    {
      id: 'net',
      label: t.deposit.net,
      width_px: 130,
      align: 'right',
      render: (row) => (row.status === 'credited' ? <Amount value={row.net_amount} /> : NONE),
    },
    { id: 'status', label: t.status, width_px: 132, render: (row) => <DepositChip status={row.status} /> },
    { id: 'sender', label: t.deposit.sender, width_px: 180, render: (row) => row.sender_name ?? NONE },
    {
      id: 'bank_reference',
      label: t.deposit.reference,
      width_px: 170,
      render: (row) =>
        row.bank_reference === null ? NONE : <CopyableId value={row.bank_reference} label={t.copy.reference} />,
    },
    {
      id: 'paid_at',
      label: t.deposit.paid,
      width_px: 180,
      is_hidden: true,
      render: (row) => <Instant at={row.paid_at} />,
    },
    {
      id: 'ended_at',
      label: t.deposit.ended,
      width_px: 180,
      is_hidden: true,
      render: (row) => (row.ended_at === null ? NONE : <Instant at={row.ended_at} />),
    },
    {
      id: 'sender_bank',
      label: t.deposit.sender_bank,
      width_px: 120,
      is_hidden: true,
      render: (row) => row.sender_bank ?? NONE,
    },
  ];
}

/** File columns of the columns whose id differs from the field. */
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
