import { ActionIcon, Indicator, Popover, Text } from '@mantine/core';
import type { LiveEvent } from '@dasbor/contract/live';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLive } from '../../api/live.ts';
import { Instant } from '../../ui/instant.tsx';
import { type Messages, messages } from '../messages.ts';
import { paths } from '../routes/paths.ts';
import classes from './top-bar.module.css';

type NotificationMessage = Exclude<keyof Messages['notifications'], 'unread'>;

interface Notification {
  key: number;
  at: string;
  message: NotificationMessage;
  path: string;
}

const NOTIFICATIONS_MAX = 20;

/** The message and link of a live event; null for events that people are not notified about. */
function toNotification({ topic, id, change }: LiveEvent): Pick<Notification, 'message' | 'path'> | null {
  if (topic === 'transaction' && id) {
    return { message: change === 'created' ? 'payment_created' : 'payment_updated', path: paths.transaction(id) };
  }
  if (topic === 'qris-payment' && id) {
    return { message: change === 'created' ? 'qris_created' : 'qris_updated', path: paths.qrisPayment(id) };
  }
  return topic === 'report-run' ? { message: 'report_updated', path: paths.manageNotifications() } : null;
}

/** Live events since the page was opened. */
export function NotificationBell() {
  const t = messages().notifications;
  const [opened, setOpened] = useState(false);
  const [notifications, setNotifications] = useState<Notification[]>([]);
  const [unread, setUnread] = useState(0);
  useLive((event) => {
    const notification = toNotification(event);
    if (!notification) return;
    setNotifications((before) => [
      { ...notification, key: (before[0]?.key ?? 0) + 1, at: new Date().toISOString() },
      // One entry per object: the newest.
      ...before.filter(({ path }) => path !== notification.path).slice(0, NOTIFICATIONS_MAX - 1),
    ]);
    setUnread((count) => count + 1);
  });
  const change = (next: boolean) => {
    setOpened(next);
    if (next) setUnread(0);
  };
  const name = unread > 0 ? t.unread(unread) : t.title;
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" width={320} shadow="md" trapFocus>
      {/* The button itself is the target, so that it announces the dialog that it opens. */}
      <Indicator disabled={unread === 0} size={8} offset={6} color="primary.5">
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={name} onClick={() => change(!opened)}>
            <IconBell size={19} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={6}>
        {notifications.length === 0 && (
          <Text c="dimmed" p="sm" ta="center">
            {t.none}
          </Text>
        )}
        <div className={classes.notices}>
          {notifications.map((notification) => (
            <Link
              key={notification.key}
              to={notification.path}
              className={classes.notice}
              onClick={() => setOpened(false)}
            >
              <span>{t[notification.message]}</span>
              <Text span c="dimmed" fz="xs">
                <Instant at={notification.at} />
              </Text>
            </Link>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
