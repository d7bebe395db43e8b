import { getDashboardActions } from '@dasbor/contract/dashboard';
import * as duration from '@dasbor/contract/duration';
import { type ReportRun, listReportRuns } from '@dasbor/contract/report';
import type { Output } from '@dasbor/contract/route';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { useNow } from '../ui/clock.ts';
import { formatInstant, formatRelative } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardFailure } from '../ui/metric-card.tsx';
import classes from './dashboard.module.css';
import { messages } from './messages.ts';
import { PendingWorkLink, usePendingWork } from './pending-work.tsx';
import type { PendingWork } from './work-item.ts';

type Actions = Output<typeof getDashboardActions>['data'];

const RUNS_QUERY = { query: { limit: 10 } };
const ATTENTION_STATUSES: readonly ReportRun['status'][] = ['failed', 'partially_delivered', 'retrying'];

/** Items that need attention. Each part loads and fails on its own; reports require access. */
export function ActionCard() {
  const t = messages().attention;
  const may_see_reports = useHasAccess('Reports', 'view');
  const actions = useQuery({ ...buildQuery(getDashboardActions), meta: { quiet: true } });
  const runs = useQuery({ ...buildQuery(listReportRuns, RUNS_QUERY), enabled: may_see_reports, meta: { quiet: true } });
  const open_work = usePendingWork();
  const is_reading = actions.isPending || (may_see_reports && runs.isPending);
  const troubled = runs.data?.data.filter(({ status }) => ATTENTION_STATUSES.includes(status)) ?? [];
  const incidents = actions.data?.data;
  const is_calm =
    incidents?.late_payments.count === 0 &&
    incidents.refused_notifications.count === 0 &&
    troubled.length === 0 &&
    !runs.isError &&
    open_work.every(({ count, has_failed }) => !count && !has_failed);
  return (
    <Panel title={t.title}>
      <div className={classes.actions} aria-busy={actions.isFetching || runs.isFetching}>
        {is_reading && <Skeleton h={64} radius={8} role="status" aria-label={t.loading} />}
        {actions.isError && incidents === undefined && (
          <CardFailure error={actions.error} onRetry={() => void actions.refetch()} />
        )}
        {runs.isError && runs.data === undefined && (
          <PartFailure text={t.reports_failed} onRetry={() => void runs.refetch()} />
        )}
        {open_work.map((work) => (
          <OpenItem key={work.key} work={work} />
        ))}
        {incidents && <Incidents incidents={incidents} />}
        {troubled[0] && <TroubledReports latest={troubled[0]} count={troubled.length} />}
        {!is_reading && is_calm && (
          <p className={classes.calm}>
            <IconCircleCheck size={18} aria-hidden /> {t.none}
          </p>
        )}
      </div>
    </Panel>
  );
}

const PartFailure = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div className={classes.actionFailed} role="alert">
    {text}
    <Button size="compact-xs" variant="default" leftSection={<IconRefresh size={13} aria-hidden />} onClick={onRetry}>
      {messages().attention.retry}
    </Button>
  </div>
);

function OpenItem({ work }: { work: PendingWork }) {
  if (work.has_failed) return <PartFailure text={messages().attention.not_counted(work.link)} onRetry={work.retry} />;
  if (!work.count) return null;
  return (
    <Item title={work.getTitle(work.count)} line={work.line}>
      <PendingWorkLink work={work} />
    </Item>
  );
}

function Incidents({ incidents: { late_payments, refused_notifications } }: { incidents: Actions }) {
  const t = messages().attention;
  return (
    <>
      {late_payments.count > 0 && (
        <Item title={t.late(late_payments.count)} line={t.late_line}>
          {late_payments.latest.map(({ transaction_id, at, amount }) => (
            <Incident key={transaction_id} id={transaction_id} at={at} text={formatRupiah(amount)} />
          ))}
        </Item>
      )}
      {refused_notifications.count > 0 && (
        <Item title={t.notifications(refused_notifications.count)} line={t.notifications_line}>
          {refused_notifications.latest.map(({ transaction_id, at, response_code }) => (
            <Incident key={transaction_id + at} id={transaction_id} at={at} text={t.response(response_code ?? '–')} />
          ))}
        </Item>
      )}
    </>
  );
}

const TroubledReports = ({ latest, count }: { latest: ReportRun; count: number }) => (
  <Item
    title={messages().attention.reports(count)}
    line={latest.error ?? messages().attention.reports_line(formatInstant(latest.created_at))}
  >
    <li>
      {/* The reports show why a delivery failed, and resend it. */}
      <Link to="." search={(before) => ({ ...before, files: 'reports' })}>
        {messages().attention.reports_link}
      </Link>
    </li>
  </Item>
);

const Item = ({ title, line, children }: { title: string; line: string; children: ReactNode }) => (
  <div className={classes.item}>
    <IconAlertTriangle size={18} aria-hidden />
    <div>
      <b>{title}</b>
      <p>{line}</p>
      <ul>{children}</ul>
    </div>
  </div>
);

function Incident({ id, at, text }: { id: string; at: string; text: string }) {
  const now = useNow(duration.minutes(1));
  return (
    <li>
      <Link to="/transaction/$id" params={{ id }}>
        {text}
      </Link>
      <time dateTime={at} title={formatInstant(at)}>
        {formatRelative(at, now)}
      </time>
    </li>
  );
}
