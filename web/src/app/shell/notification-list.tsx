import type { Notification, listNotifications } from '@dasbor/contract/notification';
import type { Output } from '@dasbor/contract/route';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { currentLanguage } from '../../ui/define-messages.ts';
import { Amount } from '../../ui/amount.tsx';
import { Instant } from '../../ui/instant.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { messages } from './messages.ts';
import { TONES, TASK_TARGETS, findTarget } from './notification-items.ts';
import classes from './notification-list.module.css';

type Pending = Output<typeof listNotifications>['data']['pending'];

export interface NotificationListProps {
  pending: Pending;
  recent: readonly Notification[];
  isUnread: (at: string) => boolean;
  /** Called when an item was opened. */
  onOpen: () => void;
}

/** Tasks of the user above the recent events, each with its amount. */
export function NotificationList({ pending, recent, isUnread, onOpen }: NotificationListProps) {
  const t = messages().notifications;
  return (
    <div className={classes.scroll}>
      {pending.length > 0 && (
        <section aria-label={t.pending}>
          <h2 className={classes.head}>{t.pending}</h2>
          {pending.map(({ type, count, amount }) => {
            const { path, search = {} } = TASK_TARGETS[type];
            return (
              <Link key={type} to={path} search={search} className={classes.item} onClick={onOpen}>
                <StatusChip status={type} tone="warning" label={t.tasks[type](count)} />
                <Amount value={amount} strong />
              </Link>
            );
          })}
        </section>
      )}
      <section aria-label={t.recent}>
        <h2 className={classes.head}>{t.recent}</h2>
        {recent.length === 0 && (
          <Text c="dimmed" p="sm">
            {t.none}
          </Text>
        )}
        {recent.map((event) => (
          <Event key={event.type + event.object_id} event={event} is_unread={isUnread(event.at)} onOpen={onOpen} />
        ))}
      </section>
    </div>
  );
}

function Event({ event, is_unread, onOpen }: { event: Notification; is_unread: boolean; onOpen: () => void }) {
  const t = messages().notifications;
  const { path, search = {} } = findTarget(event);
  return (
    <Link to={path} search={search} className={classes.item} onClick={onOpen}>
      <StatusChip
        status={event.type}
        tone={TONES[event.type]}
        label={event.title?.[currentLanguage()] ?? t.events[event.type]}
      />
      {event.amount === null ? <span /> : <Amount value={event.amount} strong />}
      <Text span c="dimmed" fz="xs">
        <Instant at={event.at} />
      </Text>
      {is_unread && <i className={classes.unread} role="img" aria-label={t.unread_mark} />}
    </Link>
  );
}
