import { getDashboardActions } from '@dasbor/contract/dashboard';
import { type ReportRun, listReportRuns } from '@dasbor/contract/report';
import type { Output } from '@dasbor/contract/route';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { useNow } from '../ui/clock.ts';
import { formatInstant, formatRelative } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardFailure } from './card.tsx';
import classes from './dashboard.module.css';
import { type PendingWork, PendingWorkLink, usePendingWork } from './pending-work.tsx';

type Actions = Output<typeof getDashboardActions>['data'];

const RUNS = { query: { limit: 10 } };
const MINUTE_MS = 60_000;
const TROUBLED: readonly ReportRun['status'][] = ['failed', 'partially_delivered', 'retrying'];

/** What somebody should look at; reports only for those who may see them. Each part is read, and fails, alone. */
export function ActionCard() {
  const may_see_reports = useMay('Notifications', 'view');
  const actions = useQuery({ ...buildQuery(getDashboardActions), meta: { quiet: true } });
  const runs = useQuery({ ...buildQuery(listReportRuns, RUNS), enabled: may_see_reports, meta: { quiet: true } });
  const open_work = usePendingWork();
  const is_reading = actions.isPending || (may_see_reports && runs.isPending);
  const troubled = runs.data?.data.filter(({ status }) => TROUBLED.includes(status)) ?? [];
  const incidents = actions.data?.data;
  const is_calm =
    incidents?.late_payments.count === 0 &&
    incidents.refused_notifications.count === 0 &&
    troubled.length === 0 &&
    !runs.isError &&
    open_work.every(({ count, has_failed }) => !count && !has_failed);
  return (
    <Panel title="Needs attention">
      <div className={classes.actions} aria-busy={actions.isFetching || runs.isFetching}>
        {is_reading && <Skeleton h={64} radius={8} role="status" aria-label="Needs attention is loading" />}
        {actions.isError && incidents === undefined && (
          <CardFailure error={actions.error} onRetry={() => void actions.refetch()} />
        )}
        {runs.isError && runs.data === undefined && (
          <PartFailure words="Report deliveries could not be loaded." onRetry={() => void runs.refetch()} />
        )}
        {open_work.map((work) => (
          <OpenItem key={work.key} work={work} />
        ))}
        {incidents && <Incidents incidents={incidents} />}
        {troubled[0] && <TroubledReports latest={troubled[0]} count={troubled.length} />}
        {!is_reading && is_calm && (
          <p className={classes.calm}>
            <IconCircleCheck size={18} aria-hidden /> Nothing to look at.
          </p>
        )}
      </div>
    </Panel>
  );
}

const PartFailure = ({ words, onRetry }: { words: string; onRetry: () => void }) => (
  <div className={classes.actionFailed} role="alert">
    {words}
    <Button size="compact-xs" variant="default" leftSection={<IconRefresh size={13} aria-hidden />} onClick={onRetry}>
      Retry
    </Button>
  </div>
);

function OpenItem({ work }: { work: PendingWork }) {
  if (work.has_failed) return <PartFailure words={`"${work.link}" could not be counted.`} onRetry={work.retry} />;
  if (!work.count) return null;
  return (
    <Item title={counted(work.count, work.one, work.many)} line={work.line}>
      <PendingWorkLink work={work} />
    </Item>
  );
}

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function Incidents({ incidents: { late_payments, refused_notifications } }: { incidents: Actions }) {
  return (
    <>
      {late_payments.count > 0 && (
        <Item
          title={counted(late_payments.count, 'late payment', 'late payments')}
          line="Paid after expiry in the last 24 hours. The money counts; check whether the order is still open."
        >
          {late_payments.latest.map(({ transaction_id, at, amount }) => (
            <Incident key={transaction_id} id={transaction_id} at={at} words={formatRupiah(amount)} />
          ))}
        </Item>
      )}
      {refused_notifications.count > 0 && (
        <Item
          title={counted(refused_notifications.count, 'refused notification', 'refused notifications')}
          line="In the last 24 hours the bank said something about these payments that could not be true."
        >
          {refused_notifications.latest.map(({ transaction_id, at, response_code }) => (
            <Incident
              key={transaction_id + at}
              id={transaction_id}
              at={at}
              words={`Answered ${response_code ?? '–'}`}
            />
          ))}
        </Item>
      )}
    </>
  );
}

const TroubledReports = ({ latest, count }: { latest: ReportRun; count: number }) => (
  <Item
    title={counted(count, 'report was not delivered', 'reports were not delivered')}
    line={latest.error ?? `Last tried ${formatInstant(latest.created_at)}.`}
  >
    <li>
      <Link to="/manage-notifications">Look at the deliveries</Link>
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

function Incident({ id, at, words }: { id: string; at: string; words: string }) {
  const now = useNow(MINUTE_MS);
  return (
    <li>
      <Link to="/transaction/$id" params={{ id }}>
        {words}
      </Link>
      <time dateTime={at} title={formatInstant(at)}>
        {formatRelative(at, now)}
      </time>
    </li>
  );
}
