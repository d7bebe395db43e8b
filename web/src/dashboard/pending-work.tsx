import { summariseDeposits } from '@dasbor/contract/deposit-va';
import { summariseDisbursements } from '@dasbor/contract/disbursement';
import * as duration from '@dasbor/contract/duration';
import { listNotifications } from '@dasbor/contract/notification';
import { listDuplicatePayments, summariseRefunds } from '@dasbor/contract/refund';
import { getVirtualAccountMetrics } from '@dasbor/contract/virtual-account';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { listWebhooks } from '@dasbor/contract/webhook';
import type { WebhookEndpoint } from '@dasbor/contract/webhook-fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatMetricInline } from '../ui/metric-format.ts';
import { useNow } from '../ui/clock.ts';
import { useAccountWork, useSettlementWork } from './account-work.ts';
import { messages } from './messages.ts';
import { type PendingWork, toQueryState } from './work-item.ts';

const QUIET = { meta: { quiet: true } } as const;
/** Maximum number that is counted. */
export const DUPLICATES_MAX = 100;

/** Each item loads and fails on its own; only items with access are requested. */
export function usePendingWork(): PendingWork[] {
  const t = messages().attention;
  const may_see_refunds = useHasAccess('Refunds', 'view');
  const may_see_deposits = useHasAccess('Deposit VA', 'view');
  const may_see_numbers = useHasAccess('Virtual Accounts', 'view');
  const refunds = useQuery({
    ...buildQuery(summariseRefunds, { query: { status: 'pending' } }),
    ...QUIET,
    enabled: may_see_refunds,
  });
  const duplicates = useQuery({
    ...buildQuery(listDuplicatePayments, { query: { limit: DUPLICATES_MAX } }),
    ...QUIET,
    enabled: may_see_refunds,
  });
  const deposits = useQuery({
    ...buildQuery(summariseDeposits, { query: { status: 'under_review' } }),
    ...QUIET,
    enabled: may_see_deposits,
  });
  const metrics = useQuery({ ...buildQuery(getVirtualAccountMetrics), ...QUIET, enabled: may_see_numbers });
  const may_see_webhooks = useHasAccess('API', 'view');
  const webhooks = useQuery({ ...buildQuery(listWebhooks), ...QUIET, enabled: may_see_webhooks });
  const counted = (rows: { count: number }[] | undefined) => rows?.reduce((sum, { count }) => sum + count, 0) ?? null;
  const disbursements = useDisbursementWork();
  const settlements = useSettlementWork();
  const account = useAccountWork();
  return [
    ...disbursements,
    ...settlements,
    {
      key: 'refunds',
      count: counted(refunds.data?.data),
      getTitle: t.refunds,
      line: t.refunds_line,
      to: '/transaction',
      search: { view: 'awaiting-approval' },
      link: t.refunds_link,
      ...toQueryState(refunds),
    },
    {
      key: 'duplicates',
      count: duplicates.data?.data.length ?? null,
      getTitle: t.duplicates,
      line: t.duplicates_line,
      to: '/transaction',
      search: { view: 'duplicate-payments' },
      link: t.duplicates_link,
      ...toQueryState(duplicates),
    },
    {
      key: 'deposits',
      count: counted(deposits.data?.data),
      getTitle: t.deposits,
      line: t.deposits_line,
      to: '/deposit-va',
      search: { status: 'under_review' },
      link: t.deposits_link,
      ...toQueryState(deposits),
    },
    {
      key: 'mismatches',
      count: metrics.data?.data.mismatches_count ?? null,
      getTitle: t.mismatches,
      line: t.mismatches_line,
      to: '/virtual-account',
      search: { mismatch: 'yes' },
      link: t.mismatches_link,
      ...toQueryState(metrics),
    },
    {
      key: 'webhooks',
      count: webhooks.data?.data.filter(isFailing).length ?? null,
      getTitle: t.webhooks,
      line: t.webhooks_line,
      to: '/api-settings',
      search: { tab: 'webhooks' },
      link: t.webhooks_link,
      ...toQueryState(webhooks),
    },
    ...account,
  ];
}

/** Failing, or disabled because of failures; not one that a person disabled. */
const isFailing = ({ status, disabled_reason }: WebhookEndpoint): boolean =>
  status === 'failing' || (status === 'disabled' && disabled_reason !== 'user');

/** Days in which a failed or returned disbursement is listed. */
const FAILED_DAYS = 7;
const FAILED_STATUSES = ['failed', 'reversed'];

/** Disbursements and batches that wait for the user, and the ones that failed or were returned. */
function useDisbursementWork(): PendingWork[] {
  const t = messages().attention;
  const client = useQueryClient();
  const now = useNow(duration.hours(1));
  const first_day = toBusinessDay(new Date(now.getTime() - duration.days(FAILED_DAYS)));
  const waiting = useQuery({ ...buildQuery(listNotifications), ...QUIET });
  const query = { status: FAILED_STATUSES, from: startOfBusinessDay(first_day).toISOString() };
  useLiveBatch('disbursement', () => {
    void client.invalidateQueries({ queryKey: buildQueryKey(summariseDisbursements) });
  });
  const ended = useQuery({
    ...buildQuery(summariseDisbursements, { query: query as never }),
    ...QUIET,
    enabled: useHasAccess('Disbursements', 'view'),
  });
  const toApproval = (subject_type: 'disbursement' | 'disbursement_batch'): PendingWork => {
    const found = waiting.data?.data.pending.find(({ type }) => type === `${subject_type}_approval`);
    return {
      key: subject_type,
      count: found?.count ?? (waiting.data === undefined ? null : 0),
      getTitle: (count) => `${t[subject_type](count)} · ${formatMetricInline(found?.amount ?? 0, 'rupiah')}`,
      line: t.approval_line,
      to: '/approvals',
      search: { subject_type },
      link: t[`${subject_type}_link`],
      ...toQueryState(waiting),
    };
  };
  const failed_amount = ended.data?.data.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
  return [
    toApproval('disbursement'),
    toApproval('disbursement_batch'),
    {
      key: 'disbursements-failed',
      count: ended.data?.data.reduce((sum, { count }) => sum + count, 0) ?? null,
      getTitle: (count) => `${t.disbursements_failed(count)} · ${formatMetricInline(failed_amount, 'rupiah')}`,
      line: t.disbursements_failed_line,
      to: '/disbursement',
      search: { status: FAILED_STATUSES.join(','), from: query.from },
      link: t.disbursements_failed_link,
      ...toQueryState(ended),
    },
  ];
}

export const PendingWorkLink = ({ work }: { work: PendingWork }) => (
  <li>
    <Link to={work.to} search={work.search}>
      {work.link}
    </Link>
  </li>
);
