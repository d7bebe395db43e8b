/** Columns that are hidden by default. */
import type { Transaction } from '@dasbor/contract/transaction';
import type { ReactNode } from 'react';
import { Amount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { formatDay } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { EMPTY_CELL, type TransactionColumn, column, instantOr, textOr } from './column.tsx';
import { messages } from './messages.ts';
import { refundShareLabel } from './filter-value-labels.ts';

const optional = (
  id: string,
  getLabel: Parameters<typeof column>[1],
  width_px: number,
  fields: readonly (keyof Transaction)[],
  render: (row: Transaction) => ReactNode,
  more: Partial<TransactionColumn> = {},
): TransactionColumn => column(id, getLabel, width_px, fields, render, { is_hidden: true, ...more });

const idOr = (value: string | null, label: string) =>
  value === null ? EMPTY_CELL : <CopyableId value={value} label={label} />;
const amountOr = (amount: number) => (amount === 0 ? EMPTY_CELL : <Amount value={amount} />);
const dayOr = (day: string | null) => (day === null ? EMPTY_CELL : formatDay(`${day}T00:00:00+07:00`));
const yesOr = (is_true: boolean) => (is_true ? messages().columns.yes : EMPTY_CELL);

/** `table: T1, note: …`: metadata of the merchant. */
export const formatMetadata = (metadata: Transaction['metadata']): string =>
  Object.entries(metadata ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

export const OPTIONAL_COLUMNS: readonly TransactionColumn[] = [
  optional(
    'paid_at',
    (t) => t.paid,
    196,
    ['paid_at'],
    (row) => instantOr(row.paid_at),
  ),
  optional(
    'expires_at',
    (t) => t.expires,
    196,
    ['expires_at'],
    (row) => instantOr(row.expires_at),
  ),
  optional(
    'expired_at',
    (t) => t.expired,
    196,
    ['expired_at'],
    (row) => instantOr(row.expired_at),
  ),
  optional(
    'settled_at',
    (t) => t.settled,
    196,
    ['settled_at'],
    (row) => instantOr(row.settled_at),
  ),
  optional(
    'settlement_date',
    (t) => t.settlement_date,
    130,
    ['settlement_date'],
    (row) => dayOr(row.settlement_date),
  ),
  optional(
    'updated_at',
    (t) => t.updated,
    196,
    ['updated_at'],
    (row) => instantOr(row.updated_at),
  ),
  optional(
    'refund_status',
    (t) => t.refund,
    110,
    ['refund_status'],
    (row) =>
      row.refund_status === 'none' ? (
        EMPTY_CELL
      ) : (
        <StatusChip status={row.refund_status} meaning="returned" label={refundShareLabel(row.refund_status)} />
      ),
  ),
  optional(
    'tip',
    (t) => t.tip,
    110,
    ['tip_amount'],
    (row) => amountOr(row.tip_amount),
    { align: 'right' },
  ),
  optional(
    'email',
    (t) => t.email,
    200,
    ['customer_email'],
    (row) => textOr(row.customer_email),
  ),
  optional(
    'phone',
    (t) => t.phone,
    150,
    ['customer_phone'],
    (row) => textOr(row.customer_phone),
  ),
  optional(
    'payer',
    (t) => t.payer,
    150,
    ['payer_name'],
    (row) => textOr(row.payer_name),
  ),
  optional(
    'description',
    (t) => t.description,
    200,
    ['description'],
    (row) => textOr(row.description),
  ),
  optional(
    'issuer',
    (t) => t.issuer,
    120,
    ['issuer'],
    (row) => textOr(row.issuer),
  ),
  optional(
    'rrn',
    () => 'RRN',
    150,
    ['rrn'],
    (row) => idOr(row.rrn, 'RRN'),
  ),
  optional(
    'va_number',
    (t) => t.va_number,
    180,
    ['va_number'],
    (row) => idOr(row.va_number, messages().columns.va_number),
  ),
  optional(
    'provider_reference',
    (t) => t.bank_reference,
    190,
    ['provider_reference'],
    (row) => textOr(row.provider_reference),
  ),
  optional(
    'metadata',
    (t) => t.metadata,
    220,
    ['metadata'],
    (row) => textOr(formatMetadata(row.metadata) || null),
  ),
  optional(
    'failure',
    (t) => t.failure,
    180,
    ['failure_code', 'failure_message'],
    (row) => textOr(row.failure_message),
  ),
  optional(
    'late',
    (t) => t.late,
    100,
    ['late_payment'],
    (row) => yesOr(row.late_payment),
  ),
  optional(
    'duplicate',
    (t) => t.duplicate,
    100,
    ['duplicate_payment'],
    (row) => yesOr(row.duplicate_payment),
  ),
];
