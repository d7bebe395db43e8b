/** Columns that are hidden until somebody asks for them. */
import type { Transaction } from '@dasbor/contract/transaction';
import type { ReactNode } from 'react';
import { valueLabel } from '../list/filter-labels.ts';
import { Amount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { formatDay } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { EMPTY_CELL, type TransactionColumn, column, instantOr, textOr } from './column.tsx';

const optional = (
  id: string,
  label: string,
  width_px: number,
  fields: readonly (keyof Transaction)[],
  render: (row: Transaction) => ReactNode,
  more: Partial<TransactionColumn> = {},
): TransactionColumn => column(id, label, width_px, fields, render, { is_hidden: true, ...more });

const idOr = (value: string | null, label: string) =>
  value === null ? EMPTY_CELL : <CopyableId value={value} label={label} />;
const amountOr = (amount: number) => (amount === 0 ? EMPTY_CELL : <Amount value={amount} />);
const dayOr = (day: string | null) => (day === null ? EMPTY_CELL : formatDay(`${day}T00:00:00+07:00`));
const yesOr = (is_so: boolean) => (is_so ? 'Yes' : EMPTY_CELL);

/** `table: T1, note: …`: what the merchant's own system hung on the payment. */
export const formatMetadata = (metadata: Transaction['metadata']): string =>
  Object.entries(metadata ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

export const OPTIONAL_COLUMNS: readonly TransactionColumn[] = [
  optional('paid_at', 'Paid', 196, ['paid_at'], (row) => instantOr(row.paid_at)),
  optional('expires_at', 'Expires', 196, ['expires_at'], (row) => instantOr(row.expires_at)),
  optional('expired_at', 'Expired', 196, ['expired_at'], (row) => instantOr(row.expired_at)),
  optional('settled_at', 'Settled', 196, ['settled_at'], (row) => instantOr(row.settled_at)),
  optional('settlement_date', 'Settlement date', 130, ['settlement_date'], (row) => dayOr(row.settlement_date)),
  optional('updated_at', 'Last change', 196, ['updated_at'], (row) => instantOr(row.updated_at)),
  optional('refund_status', 'Refund', 110, ['refund_status'], (row) =>
    row.refund_status === 'none' ? (
      EMPTY_CELL
    ) : (
      <StatusChip status={row.refund_status} meaning="returned" label={valueLabel(row.refund_status)} />
    ),
  ),
  optional('refunded_amount', 'Refunded', 122, ['refunded_amount'], (row) => amountOr(row.refunded_amount), {
    align: 'right',
  }),
  optional('tip', 'Tip', 110, ['tip_amount'], (row) => amountOr(row.tip_amount), { align: 'right' }),
  optional('email', 'Customer e-mail', 200, ['customer_email'], (row) => textOr(row.customer_email)),
  optional('phone', 'Customer phone', 150, ['customer_phone'], (row) => textOr(row.customer_phone)),
  optional('payer', 'Payer', 150, ['payer_name'], (row) => textOr(row.payer_name)),
  optional('description', 'Description', 200, ['description'], (row) => textOr(row.description)),
  optional('issuer', 'Issuer', 120, ['issuer'], (row) => textOr(row.issuer)),
  optional('rrn', 'RRN', 150, ['rrn'], (row) => idOr(row.rrn, 'RRN')),
  optional('va_number', 'VA number', 180, ['va_number'], (row) => idOr(row.va_number, 'VA number')),
  optional('provider_reference', "Bank's reference", 190, ['provider_reference'], (row) =>
    textOr(row.provider_reference),
  ),
  optional('metadata', 'Metadata', 220, ['metadata'], (row) => textOr(formatMetadata(row.metadata) || null)),
  optional('failure', 'Failure', 180, ['failure_code', 'failure_message'], (row) => textOr(row.failure_message)),
  optional('late', 'Paid late', 100, ['late_payment'], (row) => yesOr(row.late_payment)),
  optional('duplicate', 'Paid twice', 100, ['duplicate_payment'], (row) => yesOr(row.duplicate_payment)),
];
