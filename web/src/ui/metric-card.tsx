import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconChartBar, IconRefresh, IconTable } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { CopyableId } from './copyable-id.tsx';
import { Panel } from './panel.tsx';
import classes from './metric-card.module.css';
import { messages } from './messages.ts';

/** A failed read: what the server said, and the id to quote to support. */
export interface CardError {
  message: string;
  request_id?: string | null | undefined;
}

/** The state of a query, as the query cache reports it. */
export interface CardQuery<Data> {
  data: Data | undefined;
  error: CardError | null;
  isError: boolean;
  isRefetchError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface CardProps<Data> {
  title: string;
  query: CardQuery<Data>;
  /** Least height, reserved while the content loads, so that the layout does not shift. Longer content is never clipped. */
  height_px: number;
  actions?: ReactNode;
  children: (data: Data) => ReactNode;
  /** The same values as a table, behind a toggle. */
  table?: (data: Data) => ReactNode;
}

/** A card that loads and fails on its own. */
export function Card<Data>({ title, query, height_px, actions, children, table }: CardProps<Data>) {
  const t = messages().card;
  const [is_table, setTable] = useState(false);
  const { data } = query;
  const flip = table && data !== undefined && (
    <Tooltip label={is_table ? t.as_chart : t.as_table}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.table(title)}
        aria-pressed={is_table}
        onClick={() => setTable(!is_table)}
      >
        {is_table ? <IconChartBar size={17} aria-hidden /> : <IconTable size={17} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
  const content =
    data === undefined ? (
      query.error !== null ? (
        <CardFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton h="100%" radius={8} role="status" aria-label={t.loading(title)} />
      )
    ) : is_table && table ? (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t.metrics(title)}>
        {table(data)}
      </div>
    ) : (
      children(data)
    );
  return (
    <Panel
      title={title}
      is_filling
      actions={
        <span className={classes.headActions}>
          {query.isRefetchError && <StaleButton onRetry={() => void query.refetch()} />}
          {actions}
          {flip}
        </span>
      }
    >
      <div
        className={classes.content}
        style={{ minHeight: height_px, '--card-height': `${height_px}px` } as CSSProperties}
        aria-busy={query.isFetching}
      >
        {content}
      </div>
    </Panel>
  );
}

/** Error state in the space of the card. */
export const CardFailure = ({ error, onRetry }: { error: CardError; onRetry: () => void }) => (
  <div className={classes.failure} role="alert">
    <Text fw={600}>{messages().card.failed}</Text>
    <Text c="dimmed" fz="xs" lineClamp={2}>
      {error.message}
    </Text>
    <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
      {messages().card.retry}
    </Button>
    {error.request_id && (
      <Text c="dimmed" fz="xs" component="div" maw="100%">
        {messages().card.request_id} <CopyableId value={error.request_id} label={messages().card.request_id} />
      </Text>
    )}
  </div>
);

/** The data is shown, but could not be refreshed. */
const StaleButton = ({ onRetry }: { onRetry: () => void }) => (
  <Button
    size="compact-xs"
    variant="subtle"
    color="gray"
    leftSection={<IconRefresh size={13} aria-hidden />}
    onClick={onRetry}
  >
    {messages().card.stale}
  </Button>
);

/** Empty state of a card. */
export const EmptyCard = ({ children }: { children: ReactNode }) => (
  <div className={classes.nothing}>
    <Text c="dimmed">{children}</Text>
  </div>
);
