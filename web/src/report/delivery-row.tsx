import type { ReportRun } from '@dasbor/contract/report';
import { formatCount, formatRupiah } from '../ui/amount.tsx';
import { ChannelLine } from '../ui/channel-line.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './delivery-history.module.css';
import { messages } from './messages.ts';
import { formatRunStatus, formatTitle, isDownloadOnly } from './report-labels.ts';

/** The error of the run itself, in addition to the errors of its channels. */
const findRunError = ({ error, email_error, sftp_error }: ReportRun): string | null =>
  email_error === null && sftp_error === null ? error : null;

/** A report with the status of each delivery channel. */
export function DeliveryRow({ run }: { run: ReportRun }) {
  const t = messages();
  const { row_count, net_total } = run;
  const details = [
    row_count === null ? null : t.rows(formatCount(row_count), row_count === 1),
    net_total === null ? null : t.net(formatRupiah(net_total)),
  ].filter((detail) => detail !== null);
  const error = findRunError(run);
  return (
    <li className={classes.run}>
      <div className={classes.words}>
        <span className={classes.label}>{formatTitle(run)}</span>
        <span className={classes.description}>{details.join(' · ') || '–'}</span>
        {run.file_name && (
          <span className={classes.file} title={run.file_name}>
            {run.file_name}
          </span>
        )}
        {error && <span className={classes.run_error}>{error}</span>}
      </div>
      <div className={classes.run_end}>
        <StatusChip status={run.status} label={formatRunStatus(run)} />
        <span className={classes.description}>
          <Instant at={run.created_at} />
        </span>
      </div>
      <div className={classes.channels}>
        {(['email', 'sftp'] as const).map((channel) => (
          <ChannelLine
            key={channel}
            name={t.channels[channel]}
            served={t.delivered_by[channel]}
            status={run[`${channel}_status`]}
            attempts={run[`${channel}_attempts`]}
            error={run[`${channel}_error`]}
            retry_at={run[`${channel}_retry_at`]}
            delivered_at={run[`${channel}_delivered_at`]}
          />
        ))}
        {isDownloadOnly(run) && <span className={classes.description}>{t.delivery.download_only}</span>}
      </div>
    </li>
  );
}
