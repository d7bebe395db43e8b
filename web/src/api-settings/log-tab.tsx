import { type ApiRequest, listApiRequests } from '@dasbor/contract/api-log';
import { Space, Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { COUNT, type Column, STATUS, TIME } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import classes from './api-settings.module.css';
import { KeyFilter } from './key-filter.tsx';
import { LOG_CHOICES, LOG_FILTER } from './log-filter.ts';
import { logMessages } from './log-messages.ts';
import { RequestSheet } from './request-sheet.tsx';
import { RequestStatus } from './request-status.tsx';

/** Header, tabs and filters above the table, in pixels. */
const RESERVED_PX = 360;

const VALUE_LABELS = {
  status: (value: string) => logMessages().classes[value as '2xx' | '4xx' | '5xx'],
  method: (value: string) => value,
};

/** The requests that were sent with API keys in the last 30 days. */
export function LogTab() {
  const t = logMessages();
  const [filter, change] = useListFilter('/api-settings', LOG_FILTER);
  const query = useMemo(() => LOG_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const [shown, setShown] = useState<ApiRequest | null>(null);
  const live = useLiveRows({ route: listApiRequests, query, topic: 'api-request' });
  return (
    <>
      <Text c="dimmed" fz="sm" mb="sm">
        {t.line}
      </Text>
      <FilterBar
        form={LOG_FILTER}
        filter={filter}
        onChange={change}
        label={t.filter}
        search_label={t.search}
        dates={[['at', t.columns.time]]}
        saved_views_key="api-log"
        choices={[
          ['status', t.columns.status, LOG_CHOICES.status],
          ['method', t.columns.method, LOG_CHOICES.method],
        ]}
        value_labels={VALUE_LABELS}
        has_amount={false}
      >
        <KeyFilter value={filter.api_key_id} onChange={(api_key_id) => change({ api_key_id })} />
      </FilterBar>
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.label}
        columns={buildColumns()}
        onOpen={setShown}
        renderCard={(row) => <RequestCard row={row} />}
        reserved_px={RESERVED_PX}
        scroll_key={`api-log?${new URLSearchParams(LOG_FILTER.toSearch(filter))}`}
        is_filtered={LOG_FILTER.isFiltered(filter)}
        onClear={() => change(LOG_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.empty} icon={<IconListDetails size={22} stroke={1.6} />}>
            {t.empty_line}
          </EmptyState>
        }
      />
      {shown !== null && <RequestSheet shown={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const buildColumns = (): readonly Column<ApiRequest>[] => {
  const t = logMessages();
  return [
    { ...TIME, id: 'time', label: t.columns.time, render: ({ at }) => <Instant at={at} seconds /> },
    { ...STATUS, id: 'status', label: t.columns.status, render: (row) => <RequestStatus row={row} /> },
    { id: 'method', label: t.columns.method, width_px: 84, render: ({ method }) => method },
    {
      id: 'path',
      label: t.columns.path,
      width_px: 280,
      render: ({ path }) => (
        <span className={classes.path} title={path}>
          {path}
        </span>
      ),
    },
    {
      ...COUNT,
      id: 'elapsed',
      label: t.columns.elapsed,
      priority: 4,
      render: ({ elapsed_ms }) => t.milliseconds(elapsed_ms),
    },
    { id: 'key', label: t.columns.key, width_px: 160, priority: 5, render: ({ api_key_name }) => api_key_name },
    { id: 'ip', label: t.columns.ip, width_px: 130, priority: 2, render: ({ ip }) => ip },
  ];
};

const RequestCard = ({ row }: { row: ApiRequest }) => (
  <RowCard>
    <span className={classes.path}>{`${row.method} ${row.path_pattern}`}</span>
    <RequestStatus row={row} />
    <SecondaryText>{row.api_key_name}</SecondaryText>
    <SecondaryText>
      <Instant at={row.at} seconds />
    </SecondaryText>
  </RowCard>
);
