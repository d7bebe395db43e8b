import { ANNOUNCEMENT_STATUSES, type AnnouncementStatus, listAnnouncements } from '@dasbor/contract/announcement';
import { SegmentedControl, Space } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { HorizontalScroll } from '../ui/horizontal-scroll.tsx';
import { AnnouncementCard, buildColumns } from './columns.tsx';
import { AnnouncementModal } from './announcement-modal.tsx';
import { messages } from './messages.ts';

/** Header and filter above the table, in pixels. */
const RESERVED_PX = 230;
const ALL = 'all';

/** The provider's announcements, by state: `?status=draft`. */
export function AnnouncementListScreen() {
  const t = messages();
  const navigate = useNavigate();
  const may_manage = useHasAccess('Announcements', 'manage');
  const [is_creating, setCreating] = useState(false);
  const given = useSearch({ strict: false })['status'];
  const status = ANNOUNCEMENT_STATUSES.find((each) => each === given);
  const query = useMemo(() => (status === undefined ? {} : { status }), [status]);
  const live = useLiveRows({ route: listAnnouncements, query, topic: 'resync', totals: [] });
  const open = (id: string) => void navigate({ to: '/announcement/$id', params: { id } });
  const show = (next: AnnouncementStatus | undefined) =>
    void navigate({ to: '/announcement', search: next === undefined ? {} : { status: next } });
  const add = (
    <ActionButton
      disabled_reason={may_manage ? undefined : t.denied}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t.add}
    </ActionButton>
  );
  return (
    <>
      <PageHeader title={t.title} line={t.line} actions={add} />
      <HorizontalScroll label={t.list.filter}>
        <SegmentedControl
          aria-label={t.list.filter}
          value={status ?? ALL}
          onChange={(next) => show(ANNOUNCEMENT_STATUSES.find((each) => each === next))}
          data={[
            { value: ALL, label: t.list.all },
            ...ANNOUNCEMENT_STATUSES.map((value) => ({ value, label: t.statuses[value] })),
          ]}
        />
      </HorizontalScroll>
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.list.label}
        columns={buildColumns()}
        onOpen={({ id }) => open(id)}
        renderCard={(row) => <AnnouncementCard row={row} />}
        reserved_px={RESERVED_PX}
        scroll_key={`announcements?${status ?? ''}`}
        is_filtered={status !== undefined}
        onClear={() => show(undefined)}
        empty={
          <EmptyState title={t.list.empty} icon={<IconSpeakerphone size={22} stroke={1.6} />} action={add}>
            {t.list.empty_line}
          </EmptyState>
        }
      />
      {is_creating && <AnnouncementModal onClose={() => setCreating(false)} onDone={({ id }) => open(id)} />}
    </>
  );
}
