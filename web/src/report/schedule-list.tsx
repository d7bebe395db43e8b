import type { CsvDelimiter } from '@dasbor/contract/file-settings';
import { type ReportSchedule, listReportSchedules } from '@dasbor/contract/report';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatInstant } from '../ui/instant.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import classes from './report.module.css';
import { messages } from './messages.ts';
import { ReadFailure } from './read-failure.tsx';
import { formatSchedule } from './report-labels.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** Report schedules and the configured delivery channels. */
export function ScheduleList() {
  const may = useHasAccess('Reports', 'manage');
  const schedules = useQuery({ ...buildQuery(listReportSchedules), meta: { quiet: true } });
  const [edited, setEdited] = useState<string | null>(null);
  if (schedules.isPending) return <ListSkeleton rows={6} />;
  if (schedules.data === undefined) {
    return <ReadFailure error={schedules.error} onRetry={() => void schedules.refetch()} />;
  }
  const { data, channels } = schedules.data;
  const t = messages();
  const names = channels.map((channel) => t.channels_inline[channel]);
  const [first, last] = names;
  return (
    <>
      <Text c="dimmed" fz="sm" mb="sm">
        {first === undefined
          ? t.schedule.not_configured
          : t.schedule.delivered(last === undefined ? first : t.and(first, last))}
      </Text>
      <ul className={classes.runs} aria-label={t.schedule.list}>
        {data.map((schedule) => (
          <li key={schedule.report_type} className={classes.run}>
            {edited === schedule.report_type ? (
              <ScheduleForm schedule={schedule} onDone={() => setEdited(null)} />
            ) : (
              <Line schedule={schedule} may={may} onEdit={() => setEdited(schedule.report_type)} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Line({ schedule, may, onEdit }: { schedule: ReportSchedule; may: boolean; onEdit: () => void }) {
  const t = messages();
  return (
    <div className={`${classes.run_head} ${classes.schedule}`}>
      <div>
        <div className={classes.title}>{t.types[schedule.report_type]}</div>
        <div className={classes.quiet}>{t.type_lines[schedule.report_type]}</div>
        <div>
          {formatSchedule(schedule)} · {t.formats[schedule.format]}
          {schedule.format === 'csv' && formatDelimiter(schedule.delimiter)}
        </div>
        {schedule.next_at && <div className={classes.quiet}>{t.schedule.next(formatInstant(schedule.next_at))}</div>}
      </div>
      {may && (
        <Button
          variant="default"
          size="xs"
          onClick={onEdit}
          aria-label={t.schedule.change_of(t.types[schedule.report_type])}
        >
          {t.schedule.change}
        </Button>
      )}
    </div>
  );
}

/** The delimiter, when it is not a comma. */
function formatDelimiter(delimiter: CsvDelimiter): string {
  const t = messages().schedule;
  return { ',': '', ';': `, ${t.with_semicolons}`, '\t': `, ${t.with_tabs}` }[delimiter];
}
