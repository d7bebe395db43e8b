import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconChartBar, IconRefresh, IconTable } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CallError } from '../api/problem.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './dashboard.module.css';

export interface CardProps<Data> {
  title: string;
  query: UseQueryResult<Data, CallError>;
  /** Kept while the content is read, so that nothing moves when it comes. */
  height_px: number;
  actions?: ReactNode;
  children: (data: Data) => ReactNode;
  /** The same figures as a table, behind a switch. */
  table?: (data: Data) => ReactNode;
}

/** A part of the home that is read, and fails, alone. */
export function Card<Data>({ title, query, height_px, actions, children, table }: CardProps<Data>) {
  const [is_table, setTable] = useState(false);
  const { data } = query;
  const flip = table && data !== undefined && (
    <Tooltip label={is_table ? 'Show the chart' : 'Show the figures as a table'}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${title} as a table`}
        aria-pressed={is_table}
        onClick={() => setTable(!is_table)}
      >
        {is_table ? <IconChartBar size={17} aria-hidden /> : <IconTable size={17} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
  const content =
    data === undefined ? (
      query.isError ? (
        <CardFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton h="100%" radius={8} role="status" aria-label={`${title} is loading`} />
      )
    ) : is_table && table ? (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={`${title}, figures`}>
        {table(data)}
      </div>
    ) : (
      children(data)
    );
  return (
    <Panel
      title={title}
      actions={
        <span className={classes.headActions}>
          {query.isRefetchError && <StaleNotice onRetry={() => void query.refetch()} />}
          {actions}
          {flip}
        </span>
      }
    >
      <div style={{ height: height_px }} aria-busy={query.isFetching}>
        {content}
      </div>
    </Panel>
  );
}

/** What could not be read, in the space of the card. */
export const CardFailure = ({ error, onRetry }: { error: CallError; onRetry: () => void }) => (
  <div className={classes.failure} role="alert">
    <Text fw={600}>This could not be loaded</Text>
    <Text c="dimmed" fz="xs" lineClamp={2}>
      {error.message}
    </Text>
    <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
      Retry
    </Button>
    {error.request_id && (
      <Text c="dimmed" fz="xs" component="div" maw="100%">
        Request id <CopyableId value={error.request_id} label="request id" />
      </Text>
    )}
  </div>
);

/** The figures stand, but could not be renewed. */
const StaleNotice = ({ onRetry }: { onRetry: () => void }) => (
  <Button
    size="compact-xs"
    variant="subtle"
    color="gray"
    leftSection={<IconRefresh size={13} aria-hidden />}
    onClick={onRetry}
  >
    Not up to date, retry
  </Button>
);

/** Nothing happened in the period. */
export const EmptyCard = ({ children }: { children: ReactNode }) => (
  <div className={classes.nothing}>
    <Text c="dimmed">{children}</Text>
  </div>
);
