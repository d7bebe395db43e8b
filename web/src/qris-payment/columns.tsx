import { formatRate } from '@dasbor/contract/format';
import type { QrisPaymentRow } from '@dasbor/contract/qris-payment';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { AMOUNT, COUNT, EMPTY_CELL, type FieldColumn, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import { NetAmount } from '../ui/net-amount.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { formatLocation } from './location.ts';
import { messages } from './messages.ts';
import classes from './qris-payment.module.css';

const moneyOr = (row: QrisPaymentRow, value: number) => (row.paid_at === null ? EMPTY_CELL : <Amount value={value} />);

/** The QR code of a payment: a static one by name, a dynamic one by id. */
const CodeLink = ({ row: { qris_payment_id: id, code_name } }: { row: QrisPaymentRow }) => (
  <CopyableId value={id} label={messages().fields.id}>
    <Link to="/qris-payment/$id" params={{ id }} title={id}>
      {code_name ?? shortenId(id)}
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

/** Columns of the payments; hidden ones are optional. */
export function buildColumns(): readonly FieldColumn<QrisPaymentRow>[] {
  const { fields: t, types } = messages();
  return [
    {
      ...TIME,
      id: 'created_at',
      label: t.created,
      priority: 7,
      render: (row) => <Instant at={row.created_at} />,
    },
    {
      id: 'id',
      label: t.id,
      width_px: 170,
      is_fixed: true,
      fields: ['qris_payment_id', 'code_name'],
      render: (row) => <CodeLink row={row} />,
    },
    {
      id: 'reference',
      label: t.merchant_reference,
      width_px: 140,
      priority: 8,
      fields: ['merchant_reference'],
      render: (row) => renderText(row.merchant_reference),
    },
    { id: 'type', label: t.type, width_px: 110, is_whole: true, priority: 5, render: (row) => types[row.type] },
    {
      ...AMOUNT,
      id: 'amount',
      label: t.amount,
      fields: ['amount', 'tip_amount'],
      render: (row) => <AmountWithTip row={row} />,
    },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <StatusChip status={row.status} /> },
    { ...TIME, id: 'paid_at', label: t.paid, priority: 6, render: (row) => renderInstant(row.paid_at) },
    { id: 'issuer', label: t.issuer, width_px: 130, priority: 4, render: (row) => renderText(row.issuer) },
    {
      id: 'rrn',
      label: t.rrn,
      width_px: 150,
      priority: 2,
      render: (row) => (row.rrn === null ? EMPTY_CELL : <CopyableId value={row.rrn} label={t.rrn} />),
    },
    {
      id: 'place',
      label: t.location,
      width_px: 140,
      priority: 2,
      fields: ['store', 'terminal'],
      render: (row) => renderText(formatLocation(row)),
    },
    {
      ...AMOUNT,
      id: 'mdr',
      label: t.mdr,
      priority: 3,
      fields: ['mdr_amount'],
      render: (row) => moneyOr(row, row.mdr_amount),
    },
    {
      ...AMOUNT,
      id: 'net',
      label: t.net,
      priority: 9,
      fields: ['net_amount', 'refunded_amount'],
      render: (row) => <NetAmount row={row} />,
    },
    ...buildOptionalColumns(),
  ];
}

function buildOptionalColumns(): FieldColumn<QrisPaymentRow>[] {
  const { fields: t } = messages();
  const columns: FieldColumn<QrisPaymentRow>[] = [
    {
      ...COUNT,
      id: 'mdr_rate',
      label: t.mdr_rate,
      fields: ['mdr_rate_bps'],
      render: (row) => (row.mdr_rate_bps === null ? EMPTY_CELL : formatRate(row.mdr_rate_bps, currentLanguage())),
    },
    { ...AMOUNT, id: 'tip', label: t.tip, fields: ['tip_amount'], render: (row) => moneyOr(row, row.tip_amount) },
    {
      ...AMOUNT,
      id: 'vat',
      label: t.vat,
      fields: ['fee_vat_amount'],
      render: (row) => moneyOr(row, row.fee_vat_amount),
    },
    { id: 'payer', label: t.payer, width_px: 140, fields: ['payer_name'], render: (row) => renderText(row.payer_name) },
    {
      id: 'approval',
      label: t.approval_code,
      width_px: 140,
      fields: ['approval_code'],
      render: (row) => renderText(row.approval_code),
    },
    { id: 'nmid', label: t.nmid, width_px: 150, render: (row) => renderText(row.nmid) },
    {
      id: 'transaction',
      label: t.transaction,
      width_px: 160,
      fields: ['id'],
      render: ({ id }) => (
        <CopyableId value={id} label={t.transaction_id}>
          <Link to="/transaction/$id" params={{ id }} title={id}>
            {shortenId(id)}
          </Link>
        </CopyableId>
      ),
    },
  ];
  return columns.map((column) => ({ ...column, is_hidden: true, priority: 1 }));
}

/** A payment as a card, for phones. */
export const QrisPaymentCard = ({ payment }: { payment: QrisPaymentRow }) => (
  <div className={classes.card}>
    <Link to="/qris-payment/$id" params={{ id: payment.qris_payment_id }}>
      <Amount value={payment.amount} strong />
    </Link>
    <StatusChip status={payment.status} />
    <span className={classes.quiet}>
      {payment.code_name ?? payment.merchant_reference ?? shortenId(payment.qris_payment_id)}
    </span>
    <span className={classes.quiet}>{payment.issuer ?? messages().types[payment.type]}</span>
    <span className={classes.quiet}>
      <Instant at={payment.created_at} />
    </span>
  </div>
);
