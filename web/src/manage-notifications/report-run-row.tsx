import type { ReportRun } from '@dasbor/contract/report';
import { formatCount } from '../ui/amount.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { StatusChip, wordsOf } from '../ui/status-chip.tsx';
import classes from './manage-notifications.module.css';
import run_classes from './report-runs.module.css';

/** `20 Nov 2026` of a calendar day in Jakarta. */
export const formatBusinessDay = (day: string): string => formatDay(`${day}T00:00:00+07:00`);

const CHANNELS = [
  ['Email', 'email_status'],
  ['SFTP', 'sftp_status'],
] as const;

function factsOf({ row_count, attempts }: ReportRun): string {
  return [
    row_count === null ? null : `${formatCount(row_count)} ${row_count === 1 ? 'row' : 'rows'}`,
    attempts > 1 ? `${attempts} attempts` : null,
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}

/** One delivery: the day it covers, where it went, and why not. */
export const ReportRunRow = ({ run }: { run: ReportRun }) => (
  <li className={run_classes.run}>
    <div className={classes.words}>
      <span className={classes.label}>
        {wordsOf(run.report_type)} · {run.batch_no ?? formatBusinessDay(run.business_day)}
      </span>
      <span className={classes.description}>{factsOf(run) || '–'}</span>
      {run.file_name && (
        <span className={run_classes.file} title={run.file_name}>
          {run.file_name}
        </span>
      )}
      {run.error && <span className={run_classes.run_error}>{run.error}</span>}
    </div>
    <div className={run_classes.channels}>
      {CHANNELS.filter(([, field]) => run[field] !== 'off').map(([name, field]) => (
        <StatusChip key={name} status={run[field]} label={`${name} ${run[field]}`} />
      ))}
    </div>
    <div className={run_classes.run_end}>
      <StatusChip status={run.status} label={wordsOf(run.status)} />
      <span className={classes.description}>
        <Instant at={run.created_at} />
      </span>
    </div>
  </li>
);
