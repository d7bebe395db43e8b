/** Labels of reports in the current language. */
import { hasLevel } from '@dasbor/contract/access';
import { REPORT_FORMATS, type ReportFormat } from '@dasbor/contract/file-settings';
import type { ReportRun, ReportSchedule, ReportType } from '@dasbor/contract/report';
import { listVisibleReportTypes } from '@dasbor/contract/report-access';
import { useSignedIn } from '../api/signed-in.ts';
import { formatDay } from '../ui/instant.tsx';
import { formatStatus } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

export const listFormatOptions = (): { value: ReportFormat; label: string }[] =>
  REPORT_FORMATS.map((value) => ({ value, label: messages().formats[value] }));

/** Monday first. */
export function listWeekdays(): string[] {
  const { monday, tuesday, wednesday, thursday, friday, saturday, sunday } = messages().weekdays;
  return [monday, tuesday, wednesday, thursday, friday, saturday, sunday];
}

/** `03:00`. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The number of a settlement, otherwise `20 Nov 2026` or `1 Nov 2026 – 20 Nov 2026`. */
export function formatSubject({ batch_no, period_from, period_to }: ReportRun): string {
  if (batch_no !== null) return batch_no;
  return period_from === period_to ? formatDay(period_to) : `${formatDay(period_from)} – ${formatDay(period_to)}`;
}

/** Type and subject: `Transactions · 20 Nov 2026`. */
export const formatTitle = (run: ReportRun): string => `${messages().types[run.report_type]} · ${formatSubject(run)}`;

/** Neither channel delivers the report: it is available for download only. */
export const isDownloadOnly = ({ email_status, sftp_status }: ReportRun): boolean =>
  email_status === 'off' && sftp_status === 'off';

/** Without delivery a generated report is ready rather than delivered. */
export const formatRunStatus = (run: ReportRun): string =>
  run.status === 'delivered' && isDownloadOnly(run) ? messages().ready : formatStatus(run.status);

/** `Daily at 03:00 WIB`. */
export function formatSchedule({ is_on, frequency, hour, weekday, month_day }: ReportSchedule): string {
  const t = messages().schedule;
  if (frequency === 'batch') return t.batch;
  if (!is_on) return t.off;
  const at = formatHour(hour ?? 0);
  if (frequency === 'weekly') return t.weekly_at(listWeekdays()[(weekday ?? 1) - 1] ?? '', at);
  return frequency === 'monthly' ? t.monthly_at(String(month_day), at) : t.daily_at(at);
}

/** Report types that the user can see, in order. */
export function useVisibleTypes(): ReportType[] {
  const { levelOf } = useSignedIn();
  return listVisibleReportTypes((group) => hasLevel(levelOf(group), 'view'));
}
