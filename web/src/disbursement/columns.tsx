import { bankShortName } from '@dasbor/contract/bank';
import { formatAccountNumber } from '@dasbor/contract/account-number';
import type { ReadDisbursement } from '@dasbor/contract/disbursement-fields';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, type FieldColumn, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { SecondaryText, RowCard, RowCardActions } from '../ui/row-card.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DisbursementStatusChip } from './disbursement-status.tsx';
import { formatAccount, formatRail, formatReason } from './labels.ts';
import { messages } from './messages.ts';

const DetailLink = ({ row }: { row: ReadDisbursement }) => (
  <Link to="/disbursement/$id" params={{ id: row.id }} className={links.link} title={row.merchant_reference}>
    {row.merchant_reference}
  </Link>
);

/** Columns of the lists of disbursements, with texts in the current language. */
export function buildColumns(): readonly FieldColumn<ReadDisbursement>[] {
  const t = messages().columns;
  return [
    { ...TIME, id: 'created_at', label: t.time, priority: 9, render: (row) => <Instant at={row.created_at} /> },
    {
      id: 'id',
      label: t.id,
      width_px: 152,
      priority: 2,
      is_hidden: true,
      render: (row) => (
        <CopyableId value={row.id} label={t.id}>
          <span title={row.id}>{shortenId(row.id)}</span>
        </CopyableId>
      ),
    },
    {
      id: 'merchant_reference',
      label: t.reference,
      width_px: 168,
      is_fixed: true,
      render: (row) => <DetailLink row={row} />,
    },
    { id: 'verified_name', label: t.beneficiary, width_px: 160, priority: 10, render: (row) => row.verified_name },
    {
      id: 'bank_code',
      label: t.bank,
      width_px: 96,
      is_whole: true,
      priority: 8,
      render: (row) => bankShortName(row.bank_code),
    },
    {
      id: 'account_last4',
      label: t.account,
      width_px: 104,
      priority: 7,
      render: (row) => formatAccountNumber(row.account_last4),
    },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.amount} strong /> },
    {
      ...AMOUNT,
      id: 'fee',
      label: t.fee,
      priority: 4,
      fields: ['fee_amount', 'fee_vat_amount'],
      render: (row) => <Amount value={row.fee_amount + row.fee_vat_amount} />,
    },
    {
      ...AMOUNT,
      id: 'total_amount',
      label: t.total,
      priority: 3,
      is_hidden: true,
      render: (row) => <Amount value={row.total_amount} />,
    },
    { id: 'rail', label: t.rail, width_px: 136, priority: 6, render: (row) => formatRail(row.rail) },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <DisbursementStatusChip status={row.status} /> },
    { id: 'requested_by', label: t.requested_by, width_px: 140, priority: 5, render: (row) => row.requested_by },
    {
      id: 'decided_by',
      label: t.decided_by,
      width_px: 140,
      priority: 1,
      is_hidden: true,
      render: (row) => renderText(row.decided_by),
    },
    {
      ...TIME,
      id: 'schedule_at',
      label: t.schedule,
      priority: 1,
      is_hidden: true,
      render: (row) => renderInstant(row.schedule_at),
    },
    { ...TIME, id: 'completed_at', label: t.completed, priority: 2, render: (row) => renderInstant(row.completed_at) },
    {
      id: 'failure',
      label: t.failure,
      width_px: 200,
      priority: 1,
      fields: ['failure_code', 'failure_message'],
      render: (row) => {
        const reason = formatReason(row);
        return renderText(reason);
      },
    },
  ];
}

/** Approve and reject buttons of disbursements that await approval. */
export const buildDecisionColumn = (): Column<ReadDisbursement> => ({
  id: 'decision',
  label: '',
  width_px: 172,
  is_pinned: true,
  render: (row) => <DecisionButtons row={row} />,
});

interface DisbursementCardProps {
  row: ReadDisbursement;
  /** Row actions of this list. */
  actions?: ReactNode;
}

/** A disbursement in three lines, and one for its actions, for phones. */
export const DisbursementCard = ({ row, actions }: DisbursementCardProps) => (
  <RowCard>
    <Link to="/disbursement/$id" params={{ id: row.id }} className={links.link}>
      <Amount value={row.amount} strong />
    </Link>
    <DisbursementStatusChip status={row.status} />
    <span>{row.verified_name}</span>
    <SecondaryText>{formatAccount(row)}</SecondaryText>
    <SecondaryText>{row.merchant_reference}</SecondaryText>
    <SecondaryText>
      <Instant at={row.schedule_at ?? row.created_at} />
    </SecondaryText>
    {actions !== undefined && <RowCardActions>{actions}</RowCardActions>}
  </RowCard>
);
