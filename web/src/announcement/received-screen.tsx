import { type ReceivedAnnouncement, listReceivedAnnouncements } from '@dasbor/contract/announcement';
import { Box, Button, Group } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildPagesQuery, buildQueryKey } from '../api/query.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant, formatInstant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { AnnouncementCallout } from './announcement-callout.tsx';
import classes from './announcement.module.css';
import { messages } from './messages.ts';

/** Announcements to the merchant, with ended ones, below current outages. */
export function ReceivedAnnouncementsScreen({ outages }: { outages: ReactNode }) {
  const { received: t, title } = messages();
  const client = useQueryClient();
  const found = useInfiniteQuery({
    ...buildPagesQuery(listReceivedAnnouncements, { query: {} }),
    meta: { quiet: true },
  });
  useLiveBatch(
    'announcement',
    () => void client.invalidateQueries({ queryKey: buildQueryKey(listReceivedAnnouncements) }),
  );
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHeader title={title} line={t.line} />
      <Box mb="md" maw={860}>
        {outages}
      </Box>
      {found.isPending && <ListSkeleton rows={4} />}
      {found.isError && found.data === undefined && (
        <Panel>
          <FailedState detail={found.error.message} onRetry={() => void found.refetch()} />
        </Panel>
      )}
      {found.data !== undefined && rows.length === 0 && (
        <Panel>
          <EmptyState title={t.empty} icon={<IconSpeakerphone size={22} stroke={1.6} />}>
            {t.empty_line}
          </EmptyState>
        </Panel>
      )}
      {rows.length > 0 && (
        <ul className={classes.received} aria-label={t.label}>
          {rows.map((row) => (
            <Received key={row.id} row={row} />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <Group justify="center" p="md">
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {messages().received.more}
          </Button>
        </Group>
      )}
    </>
  );
}

function Received({ row }: { row: ReceivedAnnouncement }) {
  const { received: t } = messages();
  return (
    <li>
      <div className={classes.meta}>
        <StatusChip
          status={row.is_active ? 'active' : 'ended'}
          tone={row.is_active ? 'success' : 'neutral'}
          label={row.is_active ? t.active : t.ended}
        />
        <Instant at={row.at} />
        <span>{t.until(formatInstant(row.ends_at))}</span>
      </div>
      <AnnouncementCallout announcement={row} language={currentLanguage()} />
    </li>
  );
}
