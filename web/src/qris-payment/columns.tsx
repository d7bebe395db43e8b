import { formatRate } from '@dasbor/contract/format';
import type { QrisPaymentRow } from '@dasbor/contract/qris-payment';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { formatLocation } from './location.ts';
import { messages } from './messages.ts';
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

/** The QR code of a payment: a static one by name, a dynamic one by id. */
const CodeLink = ({ row: { qris_payment_id: id, code_name } }: { row: QrisPaymentRow }) => (
  <CopyableId value={id} label={messages().fields.id}>
    <Link to="/qris-payment/$id" params={{ id }} title={id}>
      {code_name ?? shortId(id)}
    </Link>
  </CopyableId>
);

function AmountWithTip({ row }: { row: QrisPaymentRow }) {
  const t = messages().list;
  return (
    <span title={row.tip_amount > 0 ? t.tip_included(formatRupiah(row.tip_amount)) : undefined}>
      <Amount value={row.amount} strong />
      {row.tip_amount > 0 && (
        <Text span c="dimmed" fz="xs">
          {' '}
          {t.plus_tip}
        </Text>
      )}
    </span>
  );
}

/** Fields of the exported file for columns that show more than the field of their id. */
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

/** Columns of the payments; hidden ones are optional. */
export function buildColumns(): readonly Column<QrisPaymentRow>[] {
  const { fields: t, types } = messages();
  return [
    column('created_at', t.created, 180, (row) => <Instant at={row.created_at} />),
    column('id', t.id, 170, (row) => <CodeLink row={row} />, { is_fixed: true }),
    column('reference', t.merchant_reference, 150, (row) => textOr(row.merchant_reference)),
    column('type', t.type, 150, (row) => types[row.type]),
    column('amount', t.amount, 140, (row) => <AmountWithTip row={row} />, right),
    column('status', t.status, 120, (row) => <StatusChip status={row.status} />),
    column('paid_at', t.paid, 180, (row) => (row.paid_at === null ? NONE : <Instant at={row.paid_at} />)),
    column('issuer', t.issuer, 120, (row) => textOr(row.issuer)),
    column('rrn', t.rrn, 150, (row) => (row.rrn === null ? NONE : <CopyableId value={row.rrn} label={t.rrn} />)),
    column('place', t.location, 140, (row) => textOr(formatLocation(row))),
    column('mdr', t.mdr, 110, (row) => moneyOr(row, row.mdr_amount), right),
    column('net', t.net, 120, (row) => moneyOr(row, row.net_amount), right),
    column(
      'mdr_rate',
      t.mdr_rate,
      96,
      (row) => (row.mdr_rate_bps === null ? NONE : formatRate(row.mdr_rate_bps, currentLanguage())),
      {
        ...right,
        ...hidden,
      },
    ),
    column('tip', t.tip, 110, (row) => moneyOr(row, row.tip_amount), { ...right, ...hidden }),
    column('vat', t.vat, 140, (row) => moneyOr(row, row.fee_vat_amount), { ...right, ...hidden }),
    column('payer', t.payer, 140, (row) => textOr(row.payer_name), hidden),
    column('approval', t.approval_code, 140, (row) => textOr(row.approval_code), hidden),
    column('nmid', t.nmid, 150, (row) => textOr(row.nmid), hidden),
    column(
      'transaction',
      t.transaction,
      160,
      ({ id }) => (
        <CopyableId value={id} label={t.transaction_id}>
          <Link to="/transaction/$id" params={{ id }} title={id}>
            {shortId(id)}
          </Link>
        </CopyableId>
      ),
      hidden,
    ),
  ];
}

/** A payment as a card, for phones. */
export const QrisPaymentCard = ({ payment }: { payment: QrisPaymentRow }) => (
  <div className={classes.card}>
    <Link to="/qris-payment/$id" params={{ id: payment.qris_payment_id }}>
      <Amount value={payment.amount} strong />
    </Link>
    <StatusChip status={payment.status} />
    <span className={classes.quiet}>
      {payment.code_name ?? payment.merchant_reference ?? shortId(payment.qris_payment_id)}
    </span>
    <span className={classes.quiet}>{payment.issuer ?? messages().types[payment.type]}</span>
    <span className={classes.quiet}>
      <Instant at={payment.created_at} />
    </span>
  </div>
);
