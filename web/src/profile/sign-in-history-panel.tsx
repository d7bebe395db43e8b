import { type SignInEvent, listSignInEvents } from '@dasbor/contract/account';
import { formatBrowser } from '@dasbor/contract/browser';
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { buildPagesQuery } from '../api/query.ts';
import { type Column, TIME } from '../ui/column.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

const PAGE_SIZE = 10;

const formatDevice = ({ user_agent }: SignInEvent): string =>
  formatBrowser(user_agent) ?? messages().sessions.unknown_device;

function Result({ result, reason }: SignInEvent) {
  const t = messages().history;
  return (
    <StatusChip
      status={result}
      tone={result === 'succeeded' ? 'success' : 'danger'}
      label={reason === null ? t.succeeded : t.reasons[reason]}
    />
  );
}

/** Attempts to sign in to the account, newest first. */
export function SignInHistoryPanel() {
  const t = messages().history;
  const events = useInfiniteQuery({
    ...buildPagesQuery(listSignInEvents, { query: { limit: PAGE_SIZE } }),
    meta: { quiet: true },
  });
  const rows = events.data?.pages.flatMap(({ data }) => data) ?? [];
  const columns: Column<SignInEvent>[] = [
    { id: 'at', label: t.columns.at, ...TIME, render: ({ at }) => <Instant at={at} /> },
    { id: 'device', label: t.columns.device, width_px: 150, render: formatDevice },
    { id: 'ip', label: t.columns.ip, width_px: 130, priority: 1, render: ({ ip }) => ip },
    { id: 'result', label: t.columns.result, width_px: 170, is_whole: true, render: (event) => <Result {...event} /> },
  ];
  return (
    <Panel title={t.title}>
      <Text c="dimmed" fz="sm" mb="sm">
        {t.line}
      </Text>
      {events.isPending && <CardSkeleton lines={3} />}
      {events.isError && <FailedState detail={events.error.message} onRetry={() => void events.refetch()} />}
      {events.isSuccess && rows.length === 0 && <Text fz="sm">{t.empty}</Text>}
      {rows.length > 0 && (
        <PanelTable
          label={t.title}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          renderCard={(event) => (
            <>
              <Instant at={event.at} />
              <Result {...event} />
              <Text fz="xs" c="dimmed">
                {[formatDevice(event), event.ip].filter(Boolean).join(' · ')}
              </Text>
            </>
          )}
        />
      )}
      {events.hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          mt="sm"
          loading={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          {t.more}
        </Button>
      )}
    </Panel>
  );
}
