/** Notifications of the signed-in user, kept up to date by live events. */
import * as duration from '@dasbor/contract/duration';
import type { LiveEvent } from '@dasbor/contract/live';
import { listNotifications, markNotificationsRead } from '@dasbor/contract/notification';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { useLive } from '../../api/live.ts';
import { buildQuery, buildQueryKey } from '../../api/query.ts';

/** Events of these topics may add a notification or finish a task. */
const TOPICS: readonly LiveEvent['topic'][] = [
  'transaction',
  'refund',
  'approval',
  'settlement',
  'deposit-va',
  'report-run',
  'announcement',
  'resync',
];
/** Minimum interval between two requests, so that a burst of payments does not cause a burst of requests. */
const REFRESH_MS = duration.seconds(3);

export function useNotifications() {
  const client = useQueryClient();
  const feed = useQuery({ ...buildQuery(listNotifications), meta: { quiet: true } });
  const timer = useRef(0);
  useLive(({ topic }) => {
    if (timer.current !== 0 || !TOPICS.includes(topic)) return;
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      void client.invalidateQueries({ queryKey: buildQueryKey(listNotifications) });
    }, REFRESH_MS);
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const { pending = [], recent = [], read_until = null } = feed.data?.data ?? {};
  const isUnread = (at: string): boolean => read_until === null || at > read_until;
  const unread = recent.filter(({ at }) => isUnread(at)).length;
  const markRead = async (): Promise<void> => {
    const newest = recent[0];
    if (newest === undefined || unread === 0) return;
    // Without it they are only shown as new again.
    await call(markNotificationsRead, { body: { read_until: newest.at } }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: buildQueryKey(listNotifications) });
  };
  return { feed, pending, recent, unread, isUnread, markRead };
}
