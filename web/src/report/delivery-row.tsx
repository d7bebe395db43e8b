import type { ReportRun } from '@dasbor/contract/report';
import { formatRupiah, formatCount } from '../ui/amount.tsx';
import { ChannelLine } from '../ui/channel-line.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { StatusChip, formatStatus } from '../ui/status-chip.tsx';
import classes from '../manage-notifications/manage-notifications.module.css';
import run_classes from './delivery-history.module.css';

/** `20 Nov 2026` of a calendar day in Jakarta. */
const formatBusinessDay = (day: string): string => formatDay(`${day}T00:00:00+07:00`);

const periodOf = ({ batch_no, period_from, period_to }: ReportRun): string => {
  if (batch_no !== null) return batch_no;
  const days = [period_from, period_to].map(formatBusinessDay);
  return [...new Set(days)].join(' – ');
};

function factsOf({ row_count, net_total }: ReportRun): string {
  return [
    row_count === null ? null : `${formatCount(row_count)} ${row_count === 1 ? 'row' : 'rows'}`,
    net_total === null ? null : `net ${formatRupiah(net_total)}`,
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}

/** Nobody is sent it. */
const isKept = ({ email_status, sftp_status }: ReportRun): boolean => email_status === 'off' && sftp_status === 'off';

/** What the run as a whole has to say, beside what each way of delivery says for itself. */
const ownErrorOf = ({ error, email_error, sftp_error }: ReportRun): string | null =>
  email_error === null && sftp_error === null ? error : null;

/** One delivery: what it is of, and for each way whether it got there, when it is tried again, and why not yet. */
export const DeliveryRow = ({ run }: { run: ReportRun }) => (
  <li className={run_classes.run}>
    <div className={classes.words}>
      <span className={classes.label}>
        {formatStatus(run.report_type)} · {periodOf(run)}
      </span>
      <span className={classes.description}>{factsOf(run) || '–'}</span>
      {run.file_name && (
        <span className={run_classes.file} title={run.file_name}>
          {run.file_name}
        </span>
      )}
      {ownErrorOf(run) && <span className={run_classes.run_error}>{ownErrorOf(run)}</span>}
    </div>
    <div className={run_classes.run_end}>
      <StatusChip
        status={run.status}
        label={isKept(run) && run.status === 'delivered' ? 'Ready' : formatStatus(run.status)}
      />
      <span className={classes.description}>
        <Instant at={run.created_at} />
      </span>
    </div>
    <div className={run_classes.channels}>
      <ChannelLine
        name="Email"
        served="Sent by email"
        status={run.email_status}
        attempts={run.email_attempts}
        error={run.email_error}
        retry_at={run.email_retry_at}
        delivered_at={run.email_delivered_at}
      />
      <ChannelLine
        name="SFTP"
        served="On the server"
        status={run.sftp_status}
        attempts={run.sftp_attempts}
        error={run.sftp_error}
        retry_at={run.sftp_retry_at}
        delivered_at={run.sftp_delivered_at}
      />
      {isKept(run) && <span className={classes.description}>Made to be downloaded, not sent</span>}
    </div>
  </li>
);
