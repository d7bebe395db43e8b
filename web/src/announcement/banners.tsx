import {
  type ReceivedAnnouncement,
  dismissAnnouncement,
  listCurrentAnnouncements,
} from '@dasbor/contract/announcement';
import type { Output } from '@dasbor/contract/route';
import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useLiveBatch } from '../api/live-batch.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useNow } from '../ui/clock.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { showError } from '../ui/toast.ts';
import { AnnouncementCallout } from './announcement-callout.tsx';
import { messages } from './messages.ts';

type Current = Output<typeof listCurrentAnnouncements>;
const TICK_MS = 30_000;

/** Current announcements, shown on every screen of a merchant until the user dismisses them. */
export function AnnouncementBanners({ may_dismiss }: { may_dismiss: boolean }) {
  const client = useQueryClient();
  const key = buildQueryKey(listCurrentAnnouncements);
  const current = useQuery({ ...buildQuery(listCurrentAnnouncements), meta: { quiet: true } });
  useLiveBatch('announcement', () => void client.invalidateQueries({ queryKey: key }));
  const now_ms = useNow(TICK_MS).getTime();
  const shown = (current.data?.data ?? []).filter(({ ends_at }) => Date.parse(ends_at) > now_ms);
  const dismiss = async ({ id }: ReceivedAnnouncement): Promise<void> => {
    // Optimistic: removed immediately, and read again when the call fails.
    client.setQueriesData<Current>({ queryKey: key }, (before) =>
      before === undefined ? before : { data: before.data.filter((row) => row.id !== id) },
    );
    try {
      await call(dismissAnnouncement, { params: { id } });
    } catch (error) {
      void showError(toProblem(error).detail);
      await client.invalidateQueries({ queryKey: key });
    }
  };
  if (shown.length === 0) return null;
  return (
    <Stack gap="xs" mb="md" component="section" aria-label={messages().region}>
      {shown.map((row) => (
        <AnnouncementCallout
          key={row.id}
          announcement={row}
          language={currentLanguage()}
          {...(may_dismiss ? { onDismiss: () => void dismiss(row) } : {})}
        />
      ))}
    </Stack>
  );
}
