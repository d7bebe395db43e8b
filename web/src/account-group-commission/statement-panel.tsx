import { type CommissionStatement, listCommissionStatements } from '@dasbor/contract/commission-statement';
import { Button } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildPagesQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, TIME } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { messages } from './messages.ts';
import { StatementChip, formatDays } from './statement-chip.tsx';

interface StatementPanelProps {
  query: Record<string, unknown>;
  /** Whether the statements are of several rules. */
  has_rule?: boolean;
  is_filtered?: boolean;
  onClear?: () => void;
}

/** Commission statements as a table, with their file. */
export function StatementPanel({ query, has_rule = false, is_filtered = false, onClear }: StatementPanelProps) {
  const t = messages().statement;
  const list = useInfiniteQuery({ ...buildPagesQuery(listCommissionStatements, { query }), meta: { quiet: true } });
  const rows = (list.data?.pages ?? []).flatMap((page) => page.data);
  return (
    <Panel
      title={t.list}
      flush={rows.length > 0}
      actions={
        <DownloadButton
          label={t.download}
          route={listCommissionStatements}
          input={{ query }}
          file_name="commission-statements"
        />
      }
    >
      <PanelRows
        query={list}
        rows={rows}
        skeleton_rows={4}
        empty={
          <EmptyState
            title={is_filtered ? t.no_results : t.empty}
            icon={<IconReceipt2 size={22} stroke={1.6} />}
            action={
              is_filtered && (
                <Button variant="default" onClick={onClear}>
                  {t.clear}
                </Button>
              )
            }
          >
            {!is_filtered && t.empty_line}
          </EmptyState>
        }
        label={t.list}
        columns={buildColumns(has_rule)}
        keyOf={({ id }) => id}
        renderCard={(row) => <StatementCard row={row} has_rule={has_rule} />}
      />
    </Panel>
  );
}

const StatementLink = ({ row }: { row: CommissionStatement }) => (
  <Link
    to="/account-group-commission/$id"
    params={{ id: row.rule_id }}
    search={{ tab: 'statements', statement: row.id }}
    title={row.number}
  >
    {row.number}
  </Link>
);

type AmountField = 'commission_amount' | 'adjustment_amount' | 'tax_amount' | 'net_amount';

function buildColumns(has_rule: boolean): readonly Column<CommissionStatement>[] {
  const { statement: t, detail, fields } = messages();
  const amount = (id: AmountField, label: string, priority?: number): Column<CommissionStatement> => ({
    ...AMOUNT,
    id,
    label,
    priority,
    render: (row) => <Amount value={row[id]} strong={id === 'net_amount'} />,
  });
  return [
    {
      id: 'number',
      label: t.number,
      width_px: 176,
      is_whole: true,
      render: (row) => <StatementLink row={row} />,
    },
    ...(has_rule
      ? [
          {
            id: 'rule',
            label: fields.name,
            width_px: 170,
            priority: 6,
            render: (row: CommissionStatement) => row.rule_name,
          },
          {
            id: 'group',
            label: fields.group,
            width_px: 150,
            priority: 5,
            render: (row: CommissionStatement) => row.group_name,
          },
        ]
      : []),
    { id: 'period', label: detail.period, width_px: 210, is_whole: true, render: formatDays },
    { ...STATUS, id: 'status', label: t.status, width_px: 178, render: (row) => <StatementChip {...row} /> },
    amount('commission_amount', detail.commission, 4),
    amount('adjustment_amount', detail.adjustments, 3),
    amount('tax_amount', t.tax, 2),
    amount('net_amount', t.net),
    {
      ...TIME,
      id: 'paid',
      label: t.paid,
      priority: 1,
      render: (row) => (row.paid_at === null ? '–' : <Instant at={row.paid_at} />),
    },
  ];
}

const StatementCard = ({ row, has_rule }: { row: CommissionStatement; has_rule: boolean }) => (
  <RowCard>
    <StatementLink row={row} />
    <StatementChip {...row} />
    {has_rule && (
      <SecondaryText>
        {row.rule_name} · {row.group_name}
      </SecondaryText>
    )}
    <SecondaryText>{formatDays(row)}</SecondaryText>
    <Amount value={row.net_amount} strong />
  </RowCard>
);
