import { bankShortName } from '@dasbor/contract/bank';
import type { Deposit } from '@dasbor/contract/deposit-va';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, EMPTY_CELL, type FieldColumn, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './deposit-va.module.css';
import { DEPOSIT_TONES, formatDepositStatus } from './labels.ts';
import { messages } from './messages.ts';

export const DepositChip = ({ status }: Pick<Deposit, 'status'>) => (
  <StatusChip status={status} tone={DEPOSIT_TONES[status]} label={formatDepositStatus(status)} />
);

/** All columns of the deposits in their order, with texts in the current language. */
export function buildColumns(): readonly FieldColumn<Deposit>[] {
  const t = messages();
  return [
    {
      ...TIME,
      id: 'received_at',
      label: t.deposit.received,
      priority: 9,
      render: (row) => <Instant at={row.received_at} />,
    },
    {
      id: 'id',
      label: t.deposit.id,
      width_px: 152,
      is_fixed: true,
      render: ({ id }) => (
        <CopyableId value={id} label={t.copy.deposit_id}>
          <Link to="/deposit-va/$id" params={{ id }} title={id}>
            {shortenId(id)}
          </Link>
        </CopyableId>
      ),
    },
    {
      id: 'va_number',
      label: t.number,
      width_px: 200,
      priority: 4,
      render: (row) => <CopyableId value={row.va_number} label={t.copy.va_number} />,
    },
    { id: 'bank', label: t.bank, width_px: 96, is_whole: true, priority: 7, render: ({ bank }) => bankShortName(bank) },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.amount} strong /> },
    {
      ...AMOUNT,
      id: 'fee',
      label: t.deposit.fee_and_vat,
      priority: 5,
      fields: ['fee_amount', 'fee_vat_amount'],
      render: (row) => <Amount value={row.fee_amount + row.fee_vat_amount} />,
    },
    {
      ...AMOUNT,
      id: 'net',
      label: t.deposit.net,
      priority: 8,
      fields: ['net_amount'],
      render: (row) => (row.status === 'credited' ? <Amount value={row.net_amount} /> : EMPTY_CELL),
    },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <DepositChip status={row.status} /> },
    {
      id: 'sender',
      label: t.deposit.sender,
      width_px: 170,
      priority: 6,
      fields: ['sender_name'],
      render: (row) => renderText(row.sender_name),
    },
    {
      id: 'bank_reference',
      label: t.deposit.reference,
      width_px: 170,
      priority: 3,
      render: (row) =>
        row.bank_reference === null ? EMPTY_CELL : <CopyableId value={row.bank_reference} label={t.copy.reference} />,
    },
    {
      ...TIME,
      id: 'paid_at',
      label: t.deposit.paid,
      priority: 1,
      is_hidden: true,
      render: (row) => <Instant at={row.paid_at} />,
    },
    {
      ...TIME,
      id: 'ended_at',
      label: t.deposit.ended,
      priority: 1,
      is_hidden: true,
      render: (row) => renderInstant(row.ended_at),
    },
    {
      id: 'sender_bank',
      label: t.deposit.sender_bank,
      width_px: 120,
      priority: 1,
      is_hidden: true,
      render: (row) => renderText(row.sender_bank),
    },
  ];
}

/** A deposit in three lines, for phones. */
export const DepositCard = ({ deposit }: { deposit: Deposit }) => (
  <div className={classes.card}>
    <Link to="/deposit-va/$id" params={{ id: deposit.id }} className={links.link}>
      <Amount value={deposit.amount} strong />
    </Link>
    <DepositChip status={deposit.status} />
    <span className={classes.quiet}>{deposit.sender_name ?? shortenId(deposit.id)}</span>
    <span className={classes.quiet}>{bankShortName(deposit.bank)}</span>
    <span className={classes.quiet}>
      <Instant at={deposit.received_at} />
    </span>
  </div>
);
