import type { Invoice, InvoiceKind } from '@dasbor/contract/invoice';
import { formatInvoiceMonth, invoiceKindLabel } from '@dasbor/contract/invoice-labels';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type FieldColumn, STATUS, renderText } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatDay } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

export const formatKind = (kind: string): string => invoiceKindLabel(kind as InvoiceKind, currentLanguage());
export const formatMonth = ({ period_from }: Pick<Invoice, 'period_from'>): string =>
  formatInvoiceMonth(period_from, currentLanguage());

const TONES = { invoice: 'success', credit_note: 'info' } as const;

export const KindChip = ({ kind }: Pick<Invoice, 'kind'>) => (
  <StatusChip status={kind} tone={TONES[kind]} label={formatKind(kind)} />
);

export const InvoiceLink = ({ id, number }: Pick<Invoice, 'id' | 'number'>) => (
  <Link to="/invoice/$id" params={{ id }} className={links.link}>
    {number}
  </Link>
);

/** Columns of the list. `with_merchant`: for the provider, who reads those of every merchant. */
export function buildColumns(with_merchant: boolean): readonly FieldColumn<Invoice>[] {
  const { fields: t } = messages();
  const merchant: FieldColumn<Invoice> = {
    id: 'merchant_name',
    label: t.merchant,
    width_px: 200,
    priority: 8,
    render: (row) => <span title={row.merchant_name}>{row.merchant_name}</span>,
  };
  return [
    { id: 'number', label: t.number, width_px: 168, is_fixed: true, render: (row) => <InvoiceLink {...row} /> },
    { ...STATUS, id: 'kind', label: t.kind, width_px: 132, render: (row) => <KindChip {...row} /> },
    ...(with_merchant ? [merchant] : []),
    {
      id: 'period',
      label: t.period,
      width_px: 104,
      priority: 9,
      fields: ['period_from', 'period_to'],
      render: formatMonth,
    },
    {
      id: 'issue_date',
      label: t.issued,
      width_px: 124,
      priority: 6,
      render: (row) => formatDay(row.issue_date),
    },
    { ...AMOUNT, id: 'fee_amount', label: t.fees, priority: 5, render: (row) => <Amount value={row.fee_amount} /> },
    {
      ...AMOUNT,
      id: 'dpp_amount',
      label: t.dpp,
      priority: 1,
      is_hidden: true,
      width_px: 136,
      render: (row) => <Amount value={row.dpp_amount} />,
    },
    { ...AMOUNT, id: 'vat_amount', label: t.vat, priority: 4, render: (row) => <Amount value={row.vat_amount} /> },
    { ...AMOUNT, id: 'total_amount', label: t.total, render: (row) => <Amount value={row.total_amount} strong /> },
    {
      id: 'tax_invoice_no',
      label: t.tax_invoice_no,
      width_px: 190,
      priority: 3,
      render: (row) => renderText(row.tax_invoice_no),
    },
  ];
}

/** A row as a card, for phones. */
export const InvoiceCard = ({ row, with_merchant }: { row: Invoice; with_merchant: boolean }) => (
  <RowCard>
    <InvoiceLink {...row} />
    <Amount value={row.total_amount} strong />
    <SecondaryText>{formatMonth(row)}</SecondaryText>
    <KindChip {...row} />
    <SecondaryText>{formatDay(row.issue_date)}</SecondaryText>
    <SecondaryText>{with_merchant ? row.merchant_name : (row.tax_invoice_no ?? '')}</SecondaryText>
  </RowCard>
);
