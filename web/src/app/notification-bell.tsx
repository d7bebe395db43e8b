import { ActionIcon, Indicator, Popover, Text } from '@mantine/core';
import type { LiveEvent } from '@dasbor/contract/live';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLive } from '../api/live.ts';
import { Instant } from '../ui/instant.tsx';
import { type Texts, useTexts } from '../ui/texts.ts';
import { paths } from './paths.ts';
import classes from './top-bar.module.css';

interface Notice {
  key: number;
  at: string;
  words: keyof Texts;
  path: string;
}

const MOST = 20;

/** What a live change says, and where it leads; null for what is no news to a person. */
function noticeOf({ topic: noun, id, change }: LiveEvent): Pick<Notice, 'words' | 'path'> | null {
  if (noun === 'transaction' && id) {
    return { words: change === 'created' ? 'payment_created' : 'payment_updated', path: paths.transaction(id) };
  }
  if (noun === 'qris-payment' && id) {
    return { words: change === 'created' ? 'qris_created' : 'qris_updated', path: paths.qrisPayment(id) };
  }
  return noun === 'report-run' ? { words: 'report_updated', path: paths.manageNotifications() } : null;
}

/** What has happened since the page was opened. */
export function NotificationBell() {
  const texts = useTexts();
  const [opened, setOpened] = useState(false);
  const [notices, setNotices] = useState<Notice[]>([]);
  const [unread, setUnread] = useState(0);
  useLive((event) => {
    const notice = noticeOf(event);
    if (!notice) return;
    setNotices((before) => [
      { ...notice, key: (before[0]?.key ?? 0) + 1, at: new Date().toISOString() },
      // One line per object: the newest.
      ...before.filter(({ path }) => path !== notice.path).slice(0, MOST - 1),
    ]);
    setUnread((count) => count + 1);
  });
  const change = (next: boolean) => {
    setOpened(next);
    if (next) setUnread(0);
  };
  const name = unread > 0 ? `${texts.notifications} (${unread})` : texts.notifications;
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" width={320} shadow="md" trapFocus>
      {/* The button itself is the target: it is what opens the dialog, and says so. */}
      <Indicator disabled={unread === 0} size={8} offset={6} color="primary.5">
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={name} onClick={() => change(!opened)}>
            <IconBell size={19} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={6}>
        {notices.length === 0 && (
          <Text c="dimmed" p="sm" ta="center">
            {texts.no_notifications}
          </Text>
        )}
        <div className={classes.notices}>
          {notices.map((notice) => (
            <Link key={notice.key} to={notice.path} className={classes.notice} onClick={() => setOpened(false)}>
              <span>{texts[notice.words] as string}</span>
              <Text span c="dimmed" fz="xs">
                <Instant at={notice.at} />
              </Text>
            </Link>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
