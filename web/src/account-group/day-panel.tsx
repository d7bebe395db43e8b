import { Group, SegmentedControl, Space, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallError } from '../api/problem.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { messages } from './messages.ts';

/** Days that a panel shows; the first one by default. */
export const PERIODS = [30, 90] as const;

interface DayPanelProps<Row> {
  title: string;
  /** Description of the days. */
  line: string;
  days: number;
  onDays: (days: number) => void;
  actions: ReactNode;
  rows: UseQueryResult<{ data: Row[] }, CallError>;
  empty: { title: string; line: string; icon: ReactNode };
  children: (rows: Row[]) => ReactNode;
}

/** Metrics of a group by day over the last days, with what is shown while there are none. */
export function DayPanel<Row>({
  title,
  line,
  days,
  onDays,
  actions,
  rows: query,
  empty,
  children,
}: DayPanelProps<Row>) {
  const t = messages().days;
  const rows = query.data?.data;
  return (
    <Panel
      title={title}
      actions={
        <Group gap="xs">
          <SegmentedControl
            aria-label={t.period}
            size="xs"
            value={String(days)}
            onChange={(value) => onDays(Number(value))}
            data={PERIODS.map((period) => ({ value: String(period), label: t.last(period) }))}
          />
          {actions}
        </Group>
      }
    >
      <Text c="dimmed" fz="sm">
        {line}
      </Text>
      <Space h="md" />
      {query.isPending && <ListSkeleton rows={4} />}
      {query.isError && rows === undefined && (
        <FailedState detail={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {rows?.length === 0 && (
        <EmptyState title={empty.title} icon={empty.icon}>
          {empty.line}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && children(rows)}
    </Panel>
  );
}
