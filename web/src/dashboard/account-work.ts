/** Items of the home page about settlements, the account and its connections that need an action. */
import { EXPIRY_REMINDER_DAYS, type ApiKey, listApiKeys } from '@dasbor/contract/api-settings';
import { getBusinessProfile } from '@dasbor/contract/business-profile';
import * as duration from '@dasbor/contract/duration';
import { type PendingWorkType, listNotifications } from '@dasbor/contract/notification';
import { PAGE_MAX } from '@dasbor/contract/paging';
import { listWebhookEvents } from '@dasbor/contract/webhook';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatMetricInline } from '../ui/metric-format.ts';
import { useNow } from '../ui/clock.ts';
import { messages } from './messages.ts';
import { type PendingWork, toQueryState } from './work-item.ts';

const QUIET = { meta: { quiet: true } } as const;
const EXPIRING_DAYS = Math.max(...EXPIRY_REMINDER_DAYS);
const UNDELIVERED_STATUSES = ['failed', 'exhausted'];

/** Settlements that failed or wait for an approval, as the bell of the page shows them. */
export function useSettlementWork(): PendingWork[] {
  const t = messages().attention;
  const waiting = useQuery({ ...buildQuery(listNotifications), ...QUIET });
  const toItem = (
    type: PendingWorkType & ('settlement_failed' | 'settlement_approval'),
    status: string,
  ): PendingWork => {
    const found = waiting.data?.data.pending.find((work) => work.type === type);
    return {
      key: type,
      count: found?.count ?? (waiting.data === undefined ? null : 0),
      getTitle: (count) => `${t[type](count)} · ${formatMetricInline(found?.amount ?? 0, 'rupiah')}`,
      line: t[`${type}_line`],
      to: '/settlement',
      search: { status },
      link: t[`${type}_link`],
      ...toQueryState(waiting),
    };
  };
  return [toItem('settlement_failed', 'failed,returned,on_hold'), toItem('settlement_approval', 'closed')];
}

/** Rejected documents, API keys that expire soon, and webhook events that were not delivered. */
export function useAccountWork(): PendingWork[] {
  const t = messages().attention;
  const now = useNow(duration.hours(1));
  const may_see_api = useHasAccess('API', 'view');
  const profile = useQuery({
    ...buildQuery(getBusinessProfile),
    ...QUIET,
    enabled: useHasAccess('Business profile', 'view'),
  });
  const keys = useQuery({ ...buildQuery(listApiKeys), ...QUIET, enabled: may_see_api });
  const query = { status: UNDELIVERED_STATUSES, created_from: startOfMinute(now, duration.days(1)), limit: PAGE_MAX };
  const events = useQuery({
    ...buildQuery(listWebhookEvents, { query: query as never }),
    ...QUIET,
    enabled: may_see_api,
  });
  const expiring = keys.data?.data.filter((key) => isExpiring(key, now));
  return [
    {
      key: 'documents',
      count: profile.data?.data.missing.filter(isRejectedDocument).length ?? null,
      getTitle: t.documents,
      line: t.documents_line,
      to: '/business-profile',
      search: {},
      link: t.documents_link,
      ...toQueryState(profile),
    },
    {
      key: 'keys',
      count: expiring?.length ?? null,
      getTitle: t.keys,
      line: t.keys_line(EXPIRING_DAYS),
      to: '/api-settings',
      search: {},
      link: t.keys_link,
      ...toQueryState(keys),
    },
    {
      key: 'events',
      count: events.data?.data.length ?? null,
      getTitle: (count) => t.events(events.data?.next_cursor ? `${count}+` : String(count)),
      line: t.events_line,
      to: '/api-settings',
      search: { tab: 'events', status: UNDELIVERED_STATUSES.join(',') },
      link: t.events_link,
      ...toQueryState(events),
    },
  ];
}

const startOfMinute = (now: Date, before_ms: number): string => {
  const at_ms = now.getTime() - before_ms;
  return new Date(at_ms - (at_ms % duration.minutes(1))).toISOString();
};

const isRejectedDocument = ({ section, problem }: { section: string; problem: string }): boolean =>
  section === 'documents' && problem === 'rejected';

/** In use, not replaced, and about to expire. */
const isExpiring = ({ status, expires_at }: ApiKey, now: Date): boolean =>
  status === 'active' && expires_at !== null && Date.parse(expires_at) - now.getTime() <= duration.days(EXPIRING_DAYS);
