/** Columns that are hidden by default. */
import type { Transaction } from '@dasbor/contract/transaction';
import type { ReactNode } from 'react';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, EMPTY_CELL, type FieldColumn, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { formatBusinessDay } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { formatRefundShare } from './filter-value-labels.ts';
import { messages } from './messages.ts';

type Optional = FieldColumn<Transaction>;

const idOr = (value: string | null, label: string) =>
  value === null ? EMPTY_CELL : <CopyableId value={value} label={label} />;
const dayOr = (day: string | null) => (day === null ? EMPTY_CELL : formatBusinessDay(day));

/** `table: T1, note: …`: metadata of the merchant. */
export const formatMetadata = (metadata: Transaction['metadata']): string =>
  Object.entries(metadata ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

const time = (id: keyof Transaction & `${string}_at`, label: string): Optional => ({
  ...TIME,
  id,
  label,
  render: (row) => renderInstant(row[id]),
});
const amount = (id: string, label: string, field: 'tip_amount'): Optional => ({
  ...AMOUNT,
  id,
  label,
  fields: [field],
  render: (row) => (row[field] === 0 ? EMPTY_CELL : <Amount value={row[field]} />),
});
const text = (id: string, label: string, width_px: number, render: (row: Transaction) => ReactNode): Optional => ({
  id,
  label,
  width_px,
  render,
});

export function buildOptionalColumns(): readonly Optional[] {
  const t = messages().columns;
  const yesOr = (is_true: boolean) => (is_true ? t.yes : EMPTY_CELL);
  const columns: Optional[] = [
    time('paid_at', t.paid),
    time('expires_at', t.expires),
    time('expired_at', t.expired),
    time('settled_at', t.settled),
    text('settlement_date', t.settlement_date, 130, (row) => dayOr(row.settlement_date)),
    time('updated_at', t.updated),
    { ...STATUS, id: 'refund_status', label: t.refund, render: (row) => <RefundStatus row={row} /> },
    amount('tip', t.tip, 'tip_amount'),
    { ...text('email', t.email, 200, (row) => renderText(row.customer_email)), fields: ['customer_email'] },
    { ...text('phone', t.phone, 150, (row) => renderText(row.customer_phone)), fields: ['customer_phone'] },
    { ...text('payer', t.payer, 150, (row) => renderText(row.payer_name)), fields: ['payer_name'] },
    text('description', t.description, 200, (row) => renderText(row.description)),
    text('issuer', t.issuer, 130, (row) => renderText(row.issuer)),
    text('rrn', 'RRN', 150, (row) => idOr(row.rrn, 'RRN')),
    text('va_number', t.va_number, 180, (row) => idOr(row.va_number, t.va_number)),
    text('provider_reference', t.bank_reference, 190, (row) => renderText(row.provider_reference)),
    text('metadata', t.metadata, 220, (row) => renderText(formatMetadata(row.metadata))),
    {
      ...text('failure', t.failure, 180, (row) => renderText(row.failure_message)),
      fields: ['failure_code', 'failure_message'],
    },
    { ...text('late', t.late, 100, (row) => yesOr(row.late_payment)), fields: ['late_payment'] },
    { ...text('duplicate', t.duplicate, 100, (row) => yesOr(row.duplicate_payment)), fields: ['duplicate_payment'] },
  ];
  return columns.map((column) => ({ ...column, is_hidden: true, priority: 1 }));
}

const RefundStatus = ({ row: { refund_status: status } }: { row: Transaction }) =>
  status === 'none' ? EMPTY_CELL : <StatusChip status={status} tone="info" label={formatRefundShare(status)} />;
