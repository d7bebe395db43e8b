import { ActionIcon, Button, Indicator, Popover, Skeleton, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../routes/lazy-screen.ts';
import { messages } from './messages.ts';
import { useNotifications } from './use-notifications.ts';

const NotificationList = lazyComponent(async () => (await import('./notification-list.tsx')).NotificationList);

/** Open tasks of the user, and recent events of the merchant. Events are marked as read when it closes. */
export function NotificationBell() {
  const t = messages().notifications;
  const [opened, setOpened] = useState(false);
  const { feed, pending, recent, unread, isUnread, markRead } = useNotifications();
  const change = (next: boolean) => {
    setOpened(next);
    // New events keep their mark while they are being read.
    if (!next) void markRead();
  };
  const tasks = pending.reduce((sum, { count }) => sum + count, 0);
  const name = [unread > 0 ? t.unread(unread) : t.title, ...(tasks > 0 ? [t.pending_count(tasks)] : [])].join(', ');
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" width={380} shadow="md" trapFocus>
      {/* The button itself is the target, so that it announces the dialog that it opens. */}
      <Indicator
        disabled={unread === 0 && tasks === 0}
        size={tasks > 0 ? 16 : 8}
        offset={6}
        color={tasks > 0 ? 'orange.8' : 'primary.5'}
        label={tasks > 0 ? (tasks > 99 ? '99+' : tasks) : undefined}
      >
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={name} onClick={() => change(!opened)}>
            <IconBell size={19} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={6} maw="calc(100vw - 16px)">
        {feed.isError && feed.data === undefined ? (
          <Text component="div" c="dimmed" p="sm" ta="center" role="alert">
            {t.failed}{' '}
            <Button size="compact-sm" variant="default" onClick={() => void feed.refetch()}>
              {t.retry}
            </Button>
          </Text>
        ) : feed.isPending ? (
          <Skeleton h={120} />
        ) : (
          <Suspense fallback={<Skeleton h={120} />}>
            <NotificationList pending={pending} recent={recent} isUnread={isUnread} onOpen={() => change(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
