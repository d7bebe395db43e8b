import type { AccountGroupRow } from '@dasbor/contract/account-group-fields';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, EMPTY_CELL, type FieldColumn, STATUS, TIME, renderText } from '../ui/column.tsx';
import { Instant } from '../ui/instant.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { NameLines } from '../ui/two-lines.tsx';
import { STATUS_TONES, formatStatus, formatType } from './labels.ts';
import { messages } from './messages.ts';

export const GroupStatusChip = ({ status }: Pick<AccountGroupRow, 'status'>) => (
  <StatusChip status={status} tone={STATUS_TONES[status]} label={formatStatus(status)} />
);

/** Columns of the list, that of commissions only for those who may read them. */
export function buildColumns(may_commissions: boolean): readonly FieldColumn<AccountGroupRow>[] {
  const { fields: t } = messages();
  return [
    {
      id: 'group',
      label: t.group,
      width_px: 210,
      is_fixed: true,
      fields: ['name', 'code'],
      render: (row) => <GroupName row={row} />,
    },
    { id: 'type', label: t.type, width_px: 110, priority: 7, fields: ['type'], render: ({ type }) => formatType(type) },
    {
      ...STATUS,
      id: 'status',
      label: t.status,
      fields: ['status'],
      render: (row) => <GroupStatusChip {...row} />,
    },
    {
      ...COUNT,
      id: 'members',
      label: t.members,
      priority: 9,
      fields: ['member_count'],
      render: (row) => row.member_count,
    },
    {
      ...AMOUNT,
      id: 'volume',
      label: t.volume,
      width_px: 150,
      priority: 8,
      fields: ['volume_month_amount'],
      render: (row) => <Amount value={row.volume_month_amount} strong />,
    },
    ...(may_commissions ? [buildCommissionColumn()] : []),
    {
      id: 'owner',
      label: t.owner,
      width_px: 180,
      priority: 6,
      fields: ['owner'],
      render: ({ owner }) => renderText(owner?.brand_name),
    },
    {
      id: 'parent',
      label: t.parent,
      width_px: 150,
      priority: 4,
      fields: ['parent'],
      render: ({ parent }) => renderText(parent?.name),
    },
    {
      ...TIME,
      id: 'created',
      label: t.created,
      priority: 3,
      fields: ['created_at'],
      render: (row) => <Instant at={row.created_at} />,
    },
  ];
}

const buildCommissionColumn = (): FieldColumn<AccountGroupRow> => ({
  ...AMOUNT,
  id: 'commission',
  label: messages().fields.commission,
  width_px: 170,
  priority: 5,
  fields: ['commission_month_amount'],
  render: ({ commission_month_amount: amount }) => (amount === null ? EMPTY_CELL : <Amount value={amount} />),
});

const GroupName = ({ row }: { row: AccountGroupRow }) => (
  <NameLines>
    <Link to="/account-group/$id" params={{ id: row.id }} title={row.name}>
      {row.name}
    </Link>
    <Text span c="dimmed" fz="xs">
      {row.code}
    </Text>
  </NameLines>
);

/** A row as a card, for phones. */
export const GroupCard = ({ row }: { row: AccountGroupRow }) => (
  <RowCard>
    <strong>{row.name}</strong>
    <GroupStatusChip {...row} />
    <SecondaryText>
      {row.code} · {formatType(row.type)}
    </SecondaryText>
    <Amount value={row.volume_month_amount} strong />
    {row.commission_month_amount !== null && (
      <SecondaryText>
        {messages().fields.commission}: <Amount value={row.commission_month_amount} />
      </SecondaryText>
    )}
    <SecondaryText>{renderText(row.owner?.brand_name)}</SecondaryText>
    <SecondaryText>
      {messages().fields.members}: {row.member_count}
    </SecondaryText>
  </RowCard>
);
