/** Columns of the lists over many merchants; the merchant comes first. */
import type {
  MerchantOfRow,
  MerchantRefund,
  MerchantSettlement,
  MerchantTransaction,
} from '@dasbor/contract/merchant-lists';
import { settlementStatusLabel } from '@dasbor/contract/settlement-labels';
import { refundReasonLabel } from '@dasbor/contract/refund-labels';
import { formatFilterValue } from '../list/filter-labels.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, EMPTY_CELL, type FieldColumn, ID, STATUS, TIME, renderText } from '../ui/column.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant, formatBusinessDay } from '../ui/instant.tsx';
import { NetAmount } from '../ui/net-amount.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { SETTLEMENT_BATCH_TONES } from '../ui/status-tones.ts';
import { messages } from './messages.ts';

export const merchantColumn = <Row extends MerchantOfRow>(): FieldColumn<Row, string> => ({
  id: 'merchant',
  label: messages().columns.merchant,
  width_px: 150,
  is_fixed: true,
  fields: ['merchant_name'],
  render: (row) => <span title={row.merchant_name}>{row.merchant_name}</span>,
});
export const timeColumn = <Row extends { created_at: string }>(): FieldColumn<Row, string> => ({
  ...TIME,
  id: 'time',
  label: messages().columns.time,
  priority: 9,
  fields: ['created_at'],
  render: (row) => <Instant at={row.created_at} />,
});
const idColumn = <Row extends { id: string }>(): FieldColumn<Row, string> => ({
  ...ID,
  id: 'id',
  label: messages().columns.id,
  priority: 5,
  render: (row) => (
    <CopyableId value={row.id} label={messages().columns.id}>
      <span title={row.id}>{shortenId(row.id)}</span>
    </CopyableId>
  ),
});

export function buildTransactionColumns(): readonly FieldColumn<MerchantTransaction, string>[] {
  const t = messages().columns;
  return [
    timeColumn(),
    merchantColumn(),
    idColumn(),
    {
      id: 'reference',
      label: t.reference,
      width_px: 132,
      priority: 6,
      fields: ['merchant_reference'],
      render: (row) => renderText(row.merchant_reference),
    },
    {
      id: 'method',
      label: t.method,
      width_px: 130,
      priority: 7,
      fields: ['method', 'channel_code'],
      render: (row) =>
        [row.method, row.channel_code].flatMap((part) => (part === null ? [] : formatFilterValue(part))).join(' '),
    },
    {
      ...AMOUNT,
      id: 'amount',
      label: t.amount,
      sorts_by: 'amount',
      render: (row) => <Amount value={row.amount} strong />,
    },
    {
      ...AMOUNT,
      id: 'fee',
      label: t.fee,
      priority: 3,
      fields: ['fee_amount', 'fee_vat_amount'],
      render: (row) => (row.paid_at === null ? EMPTY_CELL : <Amount value={row.fee_amount + row.fee_vat_amount} />),
    },
    {
      ...AMOUNT,
      id: 'net',
      label: t.net,
      priority: 4,
      fields: ['net_amount', 'refunded_amount'],
      render: (row) => <NetAmount row={row} />,
    },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <StatusChip status={row.status} /> },
    {
      ...STATUS,
      id: 'settlement',
      label: t.settlement,
      priority: 2,
      fields: ['settlement_status', 'settlement_date'],
      render: (row) => (row.settlement_status === null ? EMPTY_CELL : <StatusChip status={row.settlement_status} />),
    },
  ];
}

export function buildRefundColumns(): readonly FieldColumn<MerchantRefund, string>[] {
  const t = messages().columns;
  return [
    timeColumn(),
    merchantColumn(),
    idColumn(),
    {
      id: 'payment',
      label: t.payment,
      width_px: 152,
      priority: 6,
      fields: ['transaction_id', 'merchant_reference'],
      render: (row) => (
        <span title={row.transaction_id}>{row.merchant_reference ?? shortenId(row.transaction_id)}</span>
      ),
    },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.amount} strong /> },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <StatusChip status={row.status} /> },
    {
      id: 'reason',
      label: t.reason,
      width_px: 160,
      priority: 4,
      fields: ['reason', 'reason_text'],
      render: (row) => row.reason_text ?? refundReasonLabel(row.reason, currentLanguage()),
    },
    { id: 'requested_by', label: t.requested_by, width_px: 150, priority: 3, render: (row) => row.requested_by },
  ];
}

export const BatchChip = ({ status }: { status: string }) => (
  <StatusChip
    status={status}
    tone={SETTLEMENT_BATCH_TONES[status as MerchantSettlement['status']]}
    label={formatBatchStatus(status)}
  />
);
export const formatBatchStatus = (status: string): string =>
  settlementStatusLabel(status as MerchantSettlement['status'], currentLanguage());

export function buildSettlementColumns(): readonly FieldColumn<MerchantSettlement, string>[] {
  const t = messages().columns;
  const amount = (field: 'gross_amount' | 'fee_amount' | 'net_amount', label: string, priority?: number) => ({
    ...AMOUNT,
    id: field,
    label,
    priority,
    render: (row: MerchantSettlement) => <Amount value={row[field]} strong={field === 'net_amount'} />,
  });
  return [
    {
      id: 'settlement_date',
      label: t.day,
      width_px: 140,
      priority: 9,
      render: (row) => formatBusinessDay(row.settlement_date),
    },
    merchantColumn(),
    { id: 'batch_no', label: t.batch, width_px: 170, priority: 8, render: (row) => row.batch_no },
    { ...STATUS, id: 'status', label: t.status, width_px: 150, render: (row) => <BatchChip status={row.status} /> },
    {
      ...COUNT,
      id: 'transaction_count',
      label: t.payments,
      priority: 5,
      render: (row) => formatCount(row.transaction_count),
    },
    amount('gross_amount', t.gross, 6),
    amount('net_amount', t.net),
    {
      id: 'destination',
      label: t.destination,
      width_px: 160,
      priority: 4,
      fields: ['destination', 'bank_account'],
      render: (row) =>
        row.destination === 'balance' ? messages().balance : (row.bank_account ?? messages().no_account),
    },
  ];
}
