import {
  type BankStatement,
  STATEMENT_LINE_STATUSES,
  type StatementLine,
  type StatementLineStatus,
  listStatementLines,
} from '@dasbor/contract/bank-statement';
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildPagesQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { formatCount } from '../ui/amount.tsx';
import { AMOUNT, type Column } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SenAmount } from '../ui/sen-amount.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { LineActions } from './line-actions.tsx';
import { messages } from './messages.ts';

type Choice = StatementLineStatus | 'all';

/** The lines of a statement, open ones first to be explained, or those with the text of a link, whatever their status. */
export function LinesPanel({ statement, text = '' }: { statement: BankStatement; text?: string | undefined }) {
  const t = messages();
  const [status, setStatus] = useState<Choice>(statement.open_count > 0 && text === '' ? 'open' : 'all');
  const [q, setSearch] = useState(text);
  const query = { ...(status === 'all' ? {} : { status: [status] }), ...(q === '' ? {} : { q }) };
  const list = useInfiniteQuery({
    ...buildPagesQuery(listStatementLines, { params: { id: statement.id }, query: query as never }),
    meta: { quiet: true },
  });
  const rows = (list.data?.pages ?? []).flatMap((page) => page.data);
  const choices = (['all', ...STATEMENT_LINE_STATUSES] as const).map((value) => ({
    value,
    label: value === 'all' ? t.detail.all : t.statuses[value],
  }));
  return (
    <Panel
      title={t.detail.lines}
      flush={rows.length > 0}
      actions={
        <Group gap="xs">
          <SearchField label={t.detail.search} value={q} onChange={setSearch} width_px={260} />
          <SegmentedControl
            size="xs"
            aria-label={t.fields.status}
            data={choices}
            value={status}
            onChange={(value) => setStatus(value as Choice)}
          />
          <DownloadButton
            label={t.detail.download}
            route={listStatementLines}
            input={{ params: { id: statement.id }, query }}
            file_name={`bank-statement-${statement.number.replaceAll(/[^0-9A-Za-z-]+/g, '-')}-${status}`}
          />
        </Group>
      }
    >
      {list.isPending && <ListSkeleton rows={6} />}
      {list.isError && list.data === undefined && (
        <FailedState detail={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {list.data !== undefined && rows.length === 0 && (
        <EmptyState title={q === '' ? t.detail.no_lines : t.detail.none_found} />
      )}
      {rows.length > 0 && (
        <PanelTable
          label={t.detail.lines}
          columns={buildColumns()}
          rows={rows}
          keyOf={({ id }) => id}
          renderCard={(line) => <LineCard line={line} />}
        />
      )}
      {list.hasNextPage && (
        <Group justify="center" p="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.detail.more}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

const TONES = { open: 'warning', matched: 'success', written_off: 'neutral' } as const;

function LineChip({ status, write_off }: StatementLine) {
  const t = messages().statuses;
  const waiting = write_off?.status === 'pending' ? t.waiting : write_off?.reversal ? t.reversal : null;
  if (waiting !== null) return <StatusChip status={status} tone="pending" label={waiting} />;
  return <StatusChip status={status} tone={TONES[status]} label={t[status]} />;
}

/** Explanation of a line: the rule with its movements, or the reason of its write-off. */
function formatExplanation({ matches, match_count, write_off }: StatementLine): string {
  const t = messages();
  const [first] = matches;
  if (first === undefined) return formatWriteOff(write_off);
  const by = first.matched_by === null ? '' : ` ${t.by(first.matched_by)}`;
  const more = match_count > 1 ? ` ${t.more(match_count - 1)}` : '';
  return `${t.rules[first.rule]}${by}: ${t.types[first.object_type]} ${first.object_id}${more}`;
}

/** The reason of a write-off, or of its reversal while that awaits approval. */
function formatWriteOff(write_off: StatementLine['write_off']): string {
  if (write_off === null) return '–';
  const { reason, requested_by } = write_off.reversal ?? write_off;
  return `${reason} (${requested_by})`;
}

const formatText = ({ reference, description }: StatementLine): string =>
  [reference, description].filter((part) => part !== '').join(' · ') || '–';

function buildColumns(): readonly Column<StatementLine>[] {
  const { fields: t } = messages();
  return [
    { id: 'no', label: '#', width_px: 56, priority: 2, render: (line) => formatCount(line.line_no) },
    { id: 'day', label: t.day, width_px: 116, priority: 5, render: (line) => formatDay(line.value_day) },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (line) => <SenAmount {...line} strong /> },
    { id: 'status', label: t.status, width_px: 150, is_whole: true, render: (line) => <LineChip {...line} /> },
    {
      id: 'text',
      label: t.description,
      width_px: 180,
      priority: 6,
      render: (line) => <span title={formatText(line)}>{formatText(line)}</span>,
    },
    {
      id: 'explained',
      label: t.explained_by,
      width_px: 200,
      priority: 4,
      render: (line) => <span title={formatExplanation(line)}>{formatExplanation(line)}</span>,
    },
    {
      id: 'actions',
      label: t.actions,
      head: '',
      width_px: 190,
      is_pinned: true,
      render: (line) => <LineActions line={line} />,
    },
  ];
}

const LineCard = ({ line }: { line: StatementLine }) => (
  <RowCard>
    <strong>{formatDay(line.value_day)}</strong>
    <SenAmount {...line} strong />
    <SecondaryText>{formatText(line)}</SecondaryText>
    <LineChip {...line} />
    <SecondaryText>{formatExplanation(line)}</SecondaryText>
    <LineActions line={line} />
  </RowCard>
);
