import { type CommissionStatement, listCommissionStatements } from '@dasbor/contract/commission-statement';
import { Button, Space } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { buildPagesQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, TIME } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { Quiet, RowCard } from '../ui/row-card.tsx';
import { STATEMENT_CHOICES, STATEMENT_FILTER } from './filter.ts';
import { messages } from './messages.ts';
import { useLiveStatements } from './mutations.ts';
import { StatementChip, formatDays, formatStatementStatus } from './statement-chip.tsx';
import { type Decision, StatementDetail } from './statement-detail.tsx';

/** The statements of a rule, or one of them: `?statement=`. */
export function StatementsTab({ rule_id, decision }: { rule_id: string; decision: Decision }) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { statement } = search;
  useLiveStatements();
  if (typeof statement === 'string') return <StatementDetail rule_id={rule_id} id={statement} decision={decision} />;
  return <StatementList rule_id={rule_id} />;
}

function StatementList({ rule_id }: { rule_id: string }) {
  const t = messages().statement;
  const [filter, change] = useListFilter('/account-group-commission/$id', STATEMENT_FILTER, { id: rule_id });
  const query = useMemo(
    () => ({ ...STATEMENT_FILTER.toSummaryQuery<Record<string, unknown>>(filter), rule_id }),
    [filter, rule_id],
  );
  const list = useInfiniteQuery({ ...buildPagesQuery(listCommissionStatements, { query }), meta: { quiet: true } });
  const rows = (list.data?.pages ?? []).flatMap((page) => page.data);
  const is_filtered = STATEMENT_FILTER.isFiltered(filter);
  return (
    <>
      <FilterBar
        form={STATEMENT_FILTER}
        filter={filter}
        onChange={change}
        label={t.filter}
        search_label={t.search}
        dates={[['created_at', t.made]]}
        choices={[['status', t.status, STATEMENT_CHOICES.status]]}
        value_labels={{ status: formatStatementStatus }}
        has_amount={false}
      />
      <Space h={14} />
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
                  <Button variant="default" onClick={() => change(STATEMENT_FILTER.cleared(filter))}>
                    {t.clear}
                  </Button>
                )
              }
            >
              {!is_filtered && t.empty_line}
            </EmptyState>
          }
          label={t.list}
          columns={buildColumns(rule_id)}
          keyOf={({ id }) => id}
          renderCard={(row) => <StatementCard row={row} rule_id={rule_id} />}
        />
      </Panel>
    </>
  );
}

const StatementLink = ({ row, rule_id }: { row: CommissionStatement; rule_id: string }) => (
  <Link
    to="/account-group-commission/$id"
    params={{ id: rule_id }}
    search={{ tab: 'statements', statement: row.id }}
    title={row.number}
  >
    {row.number}
  </Link>
);

type AmountField = 'commission_amount' | 'adjustment_amount' | 'tax_amount' | 'net_amount';

function buildColumns(rule_id: string): readonly Column<CommissionStatement>[] {
  const { statement: t, detail } = messages();
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
      render: (row) => <StatementLink row={row} rule_id={rule_id} />,
    },
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

const StatementCard = ({ row, rule_id }: { row: CommissionStatement; rule_id: string }) => (
  <RowCard>
    <StatementLink row={row} rule_id={rule_id} />
    <StatementChip {...row} />
    <Quiet>{formatDays(row)}</Quiet>
    <Amount value={row.net_amount} strong />
  </RowCard>
);
