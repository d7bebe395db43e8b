import type { CommissionRule } from '@dasbor/contract/account-group-commission-fields';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatRupiah } from '../ui/amount.tsx';
import { type FieldColumn, STATUS, TIME, renderText } from '../ui/column.tsx';
import { Instant } from '../ui/instant.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './commission.module.css';
import {
  STATUS_TONES,
  formatBasis,
  formatBearer,
  formatBeneficiary,
  formatBounds,
  formatPeriod,
  formatPpm,
  formatRate,
  formatScope,
  formatStatus,
} from './labels.ts';
import { messages } from './messages.ts';

export const RuleStatusChip = ({ status }: Pick<CommissionRule, 'status'>) => (
  <StatusChip status={status} tone={STATUS_TONES[status]} label={formatStatus(status)} />
);

/** Columns of the list (domain 1.19). */
export function buildColumns(): readonly FieldColumn<CommissionRule>[] {
  const { fields: t } = messages();
  return [
    { id: 'name', label: t.name, width_px: 200, is_fixed: true, render: (row) => <RuleName row={row} /> },
    { ...STATUS, id: 'status', label: t.status, width_px: 178, render: (row) => <RuleStatusChip {...row} /> },
    { id: 'group', label: t.group, width_px: 150, priority: 9, render: (row) => row.group_name },
    { id: 'scope', label: t.scope, width_px: 170, priority: 8, render: formatScope },
    { id: 'basis', label: t.basis, width_px: 200, priority: 7, render: (row) => formatBasis(row.basis) },
    ...buildRateColumns(),
    { id: 'bearer', label: t.bearer, width_px: 200, priority: 3, render: (row) => formatBearer(row.bearer) },
    { id: 'period', label: t.period, width_px: 200, priority: 6, is_whole: true, render: formatPeriod },
    { id: 'beneficiary', label: t.beneficiary, width_px: 220, priority: 4, render: formatBeneficiary },
    {
      ...TIME,
      id: 'created',
      label: t.created,
      priority: 1,
      is_hidden: true,
      render: (row) => <Instant at={row.created_at} />,
    },
  ];
}

function buildRateColumns(): readonly FieldColumn<CommissionRule>[] {
  const { fields: t } = messages();
  const right = { align: 'right', is_whole: true } as const;
  return [
    {
      ...right,
      id: 'rate',
      label: t.rate,
      width_px: 84,
      render: (row) => (row.rate_ppm === 0 ? '–' : formatPpm(row.rate_ppm)),
    },
    {
      ...right,
      id: 'flat',
      label: t.flat,
      width_px: 116,
      priority: 6,
      render: (row) => (row.flat_amount === 0 ? '–' : formatRupiah(row.flat_amount)),
    },
    { id: 'bounds', label: t.bounds, width_px: 210, priority: 2, render: (row) => renderText(formatBounds(row)) },
    {
      id: 'tiers',
      label: t.tiers,
      width_px: 90,
      priority: 5,
      render: (row) => (row.tiers.length === 0 ? '–' : messages().tier_count(row.tiers.length)),
    },
  ];
}

const RuleName = ({ row }: { row: CommissionRule }) => (
  <div className={classes.name}>
    <Link to="/account-group-commission/$id" params={{ id: row.id }} title={row.name}>
      {row.name}
    </Link>
    <Text span c="dimmed" fz="xs">
      {messages().version_of(row.version)}
    </Text>
  </div>
);

/** A row as a card, for phones. */
export const RuleCard = ({ row }: { row: CommissionRule }) => (
  <RowCard>
    <strong>{row.name}</strong>
    <RuleStatusChip {...row} />
    <SecondaryText>
      {row.group_name} · {messages().version_of(row.version)}
    </SecondaryText>
    <strong>{formatRate(row)}</strong>
    <SecondaryText>{formatScope(row)}</SecondaryText>
    <SecondaryText>{formatPeriod(row)}</SecondaryText>
  </RowCard>
);
