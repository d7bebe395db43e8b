import { type ReportRun, downloadReport, downloadReportTotals } from '@dasbor/contract/report';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah, formatCount } from '../ui/amount.tsx';
import { formatBytes } from '../ui/bytes.ts';
import { ChannelLine } from '../ui/channel-line.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { showError } from '../ui/toast.ts';
import classes from './report.module.css';
import { messages } from './messages.ts';
import { formatRunStatus, formatTitle } from './report-labels.ts';
import { RunMenu } from './run-menu.tsx';

const CHANNELS = ['email', 'sftp'] as const;

/** The channels then show their own errors. */
const hasChannelError = ({ email_error, sftp_error }: ReportRun): boolean =>
  email_error !== null || sftp_error !== null;

/** A report: its file, the status of each delivery channel, and its actions. */
export function RunItem({ run }: { run: ReportRun }) {
  const t = messages();
  const may_manage = useHasAccess('Reports', 'manage');
  const download = useMutation({
    mutationFn: (which: 'file' | 'totals') =>
      which === 'file'
        ? downloadFile(downloadReport, { params: { id: run.id }, file_name: run.file_name ?? 'report' })
        : downloadFile(downloadReportTotals, {
            params: { id: run.id },
            file_name: run.totals_file_name ?? 'report.sum',
          }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <li className={classes.run}>
      <div className={classes.run_head}>
        <span className={classes.title}>{formatTitle(run)}</span>
        <StatusChip status={run.status} label={formatRunStatus(run)} />
      </div>
      <span className={classes.quiet}>{formatSummary(run)}</span>
      {run.file_name && (
        <span className={classes.file} title={run.file_name}>
          {run.file_name}
        </span>
      )}
      {run.sha256 && (
        <span className={classes.quiet}>
          SHA-256{' '}
          <CopyableId value={run.sha256} label={t.history.checksum}>
            <span title={run.sha256}>{`${run.sha256.slice(0, 12)}…`}</span>
          </CopyableId>
        </span>
      )}
      {run.error && !hasChannelError(run) && <span className={classes.error}>{run.error}</span>}
      {CHANNELS.map((channel) => (
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
      <div className={classes.run_foot}>
        <Group gap={6}>
          <span className={classes.quiet}>
            {run.requested_by === 'schedule' ? t.history.scheduled : run.requested_by} · <Instant at={run.created_at} />
          </span>
        </Group>
        <Group gap={6} wrap="nowrap">
          {run.file_size_bytes !== null && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
              loading={download.isPending}
              aria-label={t.history.download_file(run.file_name ?? '')}
              onClick={() => download.mutate('file')}
            >
              {t.history.download}
            </Button>
          )}
          {(may_manage || run.totals_file_name) && (
            <RunMenu run={run} may_manage={may_manage} onTotals={() => download.mutate('totals')} />
          )}
        </Group>
      </div>
    </li>
  );
}

function formatSummary({ row_count, net_total, format, file_size_bytes }: ReportRun): string {
  const t = messages();
  return [
    t.formats[format],
    row_count === null ? null : t.rows(formatCount(row_count), row_count === 1),
    net_total === null ? null : t.net(formatRupiah(net_total)),
    file_size_bytes === null ? null : formatBytes(file_size_bytes),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
