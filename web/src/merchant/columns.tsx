import type { MerchantRow } from '@dasbor/contract/merchant-fields';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type FieldColumn, STATUS, TIME, renderText } from '../ui/column.tsx';
import { Instant } from '../ui/instant.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { NameLines } from '../ui/two-lines.tsx';
import {
  STATUS_TONES,
  VERIFICATION_TONES,
  formatEntity,
  formatMerchantStatus,
  formatRisk,
  formatTerms,
  formatVerification,
} from './labels.ts';
import { messages } from './messages.ts';

export const MerchantStatusChip = ({ status }: Pick<MerchantRow, 'status'>) => (
  <StatusChip status={status} tone={STATUS_TONES[status]} label={formatMerchantStatus(status)} />
);

export const VerificationChip = ({ verification_status: status }: Pick<MerchantRow, 'verification_status'>) => (
  <StatusChip status={status} tone={VERIFICATION_TONES[status]} label={formatVerification(status)} />
);

/** Columns of the list; hidden ones are optional. */
export function buildColumns(): readonly FieldColumn<MerchantRow>[] {
  const { fields: t } = messages();
  const money: readonly FieldColumn<MerchantRow>[] = [
    {
      ...AMOUNT,
      id: 'volume',
      label: t.volume,
      width_px: 132,
      priority: 9,
      fields: ['volume_amount'],
      render: (row) => <Amount value={row.volume_amount} />,
    },
    {
      ...AMOUNT,
      id: 'balance',
      label: t.balance,
      fields: ['balance_amount'],
      render: (row) => <Amount value={row.balance_amount} strong />,
    },
    {
      id: 'terms',
      label: t.terms,
      width_px: 236,
      priority: 5,
      fields: ['settlement_terms'],
      render: (row) => <span title={formatTerms(row.settlement_terms)}>{formatTerms(row.settlement_terms)}</span>,
    },
  ];
  return [
    {
      id: 'merchant',
      label: t.merchant,
      width_px: 210,
      is_fixed: true,
      fields: ['brand_name', 'code'],
      render: (row) => <MerchantName row={row} />,
    },
    {
      ...STATUS,
      id: 'status',
      label: t.status,
      width_px: 150,
      fields: ['status'],
      render: (row) => <MerchantStatusChip {...row} />,
    },
    {
      ...STATUS,
      id: 'verification',
      label: t.verification,
      width_px: 140,
      priority: 8,
      fields: ['verification_status'],
      render: (row) => <VerificationChip {...row} />,
    },
    ...money,
    ...buildFurtherColumns(),
  ];
}

function buildFurtherColumns(): readonly FieldColumn<MerchantRow>[] {
  const { fields: t } = messages();
  return [
    {
      id: 'owner',
      label: t.owner,
      width_px: 220,
      priority: 6,
      fields: ['owner_email'],
      render: (row) => <span title={row.owner_email ?? undefined}>{renderText(row.owner_email)}</span>,
    },
    {
      id: 'groups',
      label: t.account_groups,
      width_px: 170,
      priority: 7,
      fields: ['account_groups'],
      render: (row) => {
        const names = row.account_groups.map(({ name }) => name).join(', ');
        return <span title={names}>{renderText(names === '' ? null : names)}</span>;
      },
    },
    {
      id: 'entity',
      label: t.entity_type,
      width_px: 170,
      priority: 3,
      fields: ['entity_type'],
      render: (row) => renderText(formatEntity(row.entity_type)),
    },
    {
      id: 'risk',
      label: t.risk,
      width_px: 84,
      priority: 4,
      fields: ['risk_level'],
      render: (row) => renderText(formatRisk(row.risk_level)),
    },
    {
      ...TIME,
      id: 'created',
      label: t.created,
      priority: 2,
      fields: ['created_at'],
      render: (row) => <Instant at={row.created_at} />,
    },
    {
      id: 'legal_name',
      label: t.legal_name,
      width_px: 190,
      priority: 1,
      is_hidden: true,
      render: (row) => row.legal_name,
    },
    { id: 'mcc', label: t.mcc, width_px: 70, priority: 1, is_hidden: true, render: (row) => renderText(row.mcc) },
  ];
}

const MerchantName = ({ row }: { row: MerchantRow }) => (
  <NameLines>
    <Link to="/merchant/$id" params={{ id: row.id }} title={row.brand_name}>
      {row.brand_name}
    </Link>
    <Text span c="dimmed" fz="xs">
      {row.code}
    </Text>
  </NameLines>
);

/** A row as a card, for phones. */
export const MerchantCard = ({ row }: { row: MerchantRow }) => (
  <RowCard>
    <strong>{row.brand_name}</strong>
    <MerchantStatusChip {...row} />
    <SecondaryText>{row.code}</SecondaryText>
    <Amount value={row.balance_amount} strong />
    <SecondaryText>{renderText(row.owner_email)}</SecondaryText>
    <VerificationChip {...row} />
  </RowCard>
);
