import { type ReportSchedule, listReportSchedules } from '@dasbor/contract/report';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import classes from './report.module.css';
import { CHANNEL_WORDS, FORMAT_WORDS, TYPE_LINES, TYPE_WORDS, scheduleWords } from './report-labels.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** Which reports are made by themselves, when, and by which ways they go. */
export function ScheduleList() {
  const may = useMay('Reports', 'manage');
  const schedules = useQuery({ ...buildQuery(listReportSchedules), meta: { quiet: true } });
  const [edited, setEdited] = useState<string | null>(null);
  if (schedules.isPending) return <ListSkeleton rows={6} />;
  if (schedules.data === undefined) {
    const { detail, request_id } = { request_id: undefined, ...toProblem(schedules.error) };
    return <FailedState detail={detail} request_id={request_id} onRetry={() => void schedules.refetch()} />;
  }
  const { data, channels } = schedules.data;
  const ways = channels.map((channel) => (channel === 'email' ? 'email' : CHANNEL_WORDS[channel])).join(' and ');
  return (
    <>
      <Text c="dimmed" fz="sm" mb="sm">
        {ways === ''
          ? 'No way of delivery is set up, so reports wait in the history. Set one up under Manage Notifications, Configuration.'
          : `Reports are sent by ${ways}, as set under Manage Notifications, Configuration.`}
      </Text>
      <ul className={classes.runs} aria-label="Schedules">
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

const Line = ({ schedule, may, onEdit }: { schedule: ReportSchedule; may: boolean; onEdit: () => void }) => (
  <div className={`${classes.run_head} ${classes.schedule}`}>
    <div>
      <div className={classes.title}>{TYPE_WORDS[schedule.report_type]}</div>
      <div className={classes.quiet}>{TYPE_LINES[schedule.report_type]}</div>
      <div>
        {scheduleWords(schedule)} · {FORMAT_WORDS[schedule.format]}
        {schedule.format === 'csv' && schedule.delimiter === ';' ? ' with semicolons' : ''}
      </div>
      {schedule.next_at && <div className={classes.quiet}>Next: {formatInstant(schedule.next_at)}</div>}
    </div>
    {may && (
      <Button
        variant="default"
        size="xs"
        onClick={onEdit}
        aria-label={`Change the schedule of ${TYPE_WORDS[schedule.report_type]}`}
      >
        Change
      </Button>
    )}
  </div>
);
