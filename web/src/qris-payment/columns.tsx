import type { QrisPaymentRow } from '@dasbor/contract/qris-payment';
import { formatPercent } from '@dasbor/contract/qris-tip';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { TYPE_WORDS, formatLocation } from './code-labels.ts';
import classes from './qris-payment.module.css';

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);
const textOr = (value: string | null) => value ?? NONE;
const moneyOr = (row: QrisPaymentRow, value: number) => (row.paid_at === null ? NONE : <Amount value={value} />);

const column = (
  id: string,
  label: string,
  width_px: number,
  render: (row: QrisPaymentRow) => React.ReactNode,
  more: Partial<Column<QrisPaymentRow>> = {},
): Column<QrisPaymentRow> => ({ id, label, width_px, render, ...more });
const right = { align: 'right' } as const;
const hidden = { is_hidden: true } as const;

/** The code behind a payment: the sticker by its name, a dynamic one by its id. */
const CodeLink = ({ row: { qris_payment_id: id, code_name } }: { row: QrisPaymentRow }) => (
  <CopyableId value={id} label="QRIS id">
    <Link to="/qris-payment/$id" params={{ id }} title={id}>
      {code_name ?? shortId(id)}
    </Link>
  </CopyableId>
);

const AmountWithTip = ({ row }: { row: QrisPaymentRow }) => (
  <span title={row.tip_amount > 0 ? `${formatRupiah(row.tip_amount)} of it is a tip` : undefined}>
    <Amount value={row.amount} strong />
    {row.tip_amount > 0 && (
      <Text span c="dimmed" fz="xs">
        {' '}
        + tip
      </Text>
    )}
  </span>
);

/** Fields of a file behind the columns that show others than the one they are called by. */
export const FILE_COLUMNS = {
  id: ['qris_payment_id', 'code_name'],
  reference: ['merchant_reference'],
  amount: ['amount', 'tip_amount'],
  place: ['store', 'terminal'],
  mdr: ['mdr_amount'],
  net: ['net_amount'],
  mdr_rate: ['mdr_rate_bps'],
  tip: ['tip_amount'],
  vat: ['fee_vat_amount'],
  payer: ['payer_name'],
  approval: ['approval_code'],
  transaction: ['id'],
} satisfies Record<string, (keyof QrisPaymentRow)[]>;

/** Columns of the payments; those that are hidden at first are the optional ones. */
export const COLUMNS: readonly Column<QrisPaymentRow>[] = [
  column('created_at', 'Created', 180, (row) => <Instant at={row.created_at} />),
  column('id', 'QRIS ID', 170, (row) => <CodeLink row={row} />, { is_fixed: true }),
  column('reference', 'Merchant reference', 150, (row) => textOr(row.merchant_reference)),
  column('type', 'Type', 92, (row) => TYPE_WORDS[row.type]),
  column('amount', 'Amount', 140, (row) => <AmountWithTip row={row} />, right),
  column('status', 'Status', 120, (row) => <StatusChip status={row.status} />),
  column('paid_at', 'Paid', 180, (row) => (row.paid_at === null ? NONE : <Instant at={row.paid_at} />)),
  column('issuer', 'Issuer', 120, (row) => textOr(row.issuer)),
  column('rrn', 'RRN', 150, (row) => (row.rrn === null ? NONE : <CopyableId value={row.rrn} label="RRN" />)),
  column('place', 'Store · terminal', 140, (row) => textOr(formatLocation(row))),
  column('mdr', 'MDR', 110, (row) => moneyOr(row, row.mdr_amount), right),
  column('net', 'Net', 120, (row) => moneyOr(row, row.net_amount), right),
  column(
    'mdr_rate',
    'MDR rate',
    96,
    (row) =>
      row.mdr_rate_bps === null ? NONE : row.mdr_rate_bps === 0 ? '0 %' : `${formatPercent(row.mdr_rate_bps)} %`,
    { ...right, ...hidden },
  ),
  column('tip', 'Tip', 110, (row) => moneyOr(row, row.tip_amount), { ...right, ...hidden }),
  column('vat', 'PPN on the fee', 120, (row) => moneyOr(row, row.fee_vat_amount), { ...right, ...hidden }),
  column('payer', 'Payer', 140, (row) => textOr(row.payer_name), hidden),
  column('approval', 'Approval code', 120, (row) => textOr(row.approval_code), hidden),
  column('nmid', 'NMID', 150, (row) => textOr(row.nmid), hidden),
  column(
    'transaction',
    'Transaction',
    160,
    ({ id }) => (
      <CopyableId value={id} label="transaction id">
        <Link to="/transaction/$id" params={{ id }} title={id}>
          {shortId(id)}
        </Link>
      </CopyableId>
    ),
    hidden,
  ),
];

/** A payment in three lines, for phones. */
export const QrisPaymentCard = ({ payment }: { payment: QrisPaymentRow }) => (
  <div className={classes.card}>
    <Link to="/qris-payment/$id" params={{ id: payment.qris_payment_id }}>
      <Amount value={payment.amount} strong />
    </Link>
    <StatusChip status={payment.status} />
    <span className={classes.quiet}>
      {payment.code_name ?? payment.merchant_reference ?? shortId(payment.qris_payment_id)}
    </span>
    <span className={classes.quiet}>{payment.issuer ?? TYPE_WORDS[payment.type]}</span>
    <span className={classes.quiet}>
      <Instant at={payment.created_at} />
    </span>
  </div>
);
