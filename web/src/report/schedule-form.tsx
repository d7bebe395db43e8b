import {
  type ReportFrequency,
  type ReportSchedule,
  listReportSchedules,
  saveReportSchedule,
} from '@dasbor/contract/report';
import { Button, Group, Select, Stack, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { FormatFields } from './format-fields.tsx';
import classes from './report.module.css';
import { TYPE_WORDS, WEEKDAYS } from './report-labels.ts';

const FREQUENCIES = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
];
const HOURS = Array.from({ length: 23 }, (_, at) => ({
  value: String(at + 1),
  label: `${String(at + 1).padStart(2, '0')}:00 WIB`,
}));
const DAYS_OF_WEEK = WEEKDAYS.map((label, at) => ({ value: String(at + 1), label }));
const DAYS_OF_MONTH = Array.from({ length: 28 }, (_, at) => ({ value: String(at + 1), label: `Day ${at + 1}` }));

/** When one type of report is made by itself, and as what kind of file. */
export function ScheduleForm({ schedule, onDone }: { schedule: ReportSchedule; onDone: () => void }) {
  const { report_type } = schedule;
  const client = useQueryClient();
  const [is_on, setOn] = useState(schedule.is_on);
  const [frequency, setFrequency] = useState<ReportFrequency>(schedule.frequency);
  const [hour, setHour] = useState(schedule.hour ?? 1);
  const [weekday, setWeekday] = useState(schedule.weekday ?? 1);
  const [month_day, setMonthDay] = useState(schedule.month_day ?? 1);
  const [format, setFormat] = useState(schedule.format);
  const [delimiter, setDelimiter] = useState(schedule.delimiter);
  const is_of_batch = frequency === 'batch';
  const save = useMutation({
    mutationFn: () =>
      call(saveReportSchedule, {
        body: {
          report_type,
          is_on,
          frequency,
          hour: is_of_batch ? null : hour,
          weekday: frequency === 'weekly' ? weekday : null,
          month_day: frequency === 'monthly' ? month_day : null,
          format,
          delimiter,
        },
      }),
    meta: { quiet: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: buildQueryKey(listReportSchedules) });
      onDone();
      await showSuccess(`The schedule of ${TYPE_WORDS[report_type]} is saved`);
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <form
      aria-label={`Schedule of ${TYPE_WORDS[report_type]}`}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        <div className={classes.title}>{TYPE_WORDS[report_type]}</div>
        {!is_of_batch && (
          <Switch label="Made by itself" checked={is_on} onChange={(event) => setOn(event.currentTarget.checked)} />
        )}
        {!is_of_batch && is_on && (
          <div className={classes.pair}>
            {report_type !== 'fee_invoice' && (
              <Select
                label="How often"
                data={FREQUENCIES}
                value={frequency}
                allowDeselect={false}
                onChange={(next) => setFrequency(next as ReportFrequency)}
              />
            )}
            {frequency === 'weekly' && <Numbers label="On" data={DAYS_OF_WEEK} value={weekday} onChange={setWeekday} />}
            {frequency === 'monthly' && (
              <Numbers label="On" data={DAYS_OF_MONTH} value={month_day} onChange={setMonthDay} />
            )}
            <Numbers label="At" data={HOURS} value={hour} onChange={setHour} />
          </div>
        )}
        <FormatFields format={format} delimiter={delimiter} onFormat={setFormat} onDelimiter={setDelimiter} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={save.isPending}>
            Save schedule
          </Button>
          <Button variant="default" size="xs" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface NumbersProps {
  label: string;
  data: { value: string; label: string }[];
  value: number;
  onChange: (value: number) => void;
}

const Numbers = ({ label, data, value, onChange }: NumbersProps) => (
  <Select
    label={label}
    data={data}
    value={String(value)}
    allowDeselect={false}
    onChange={(next) => onChange(Number(next))}
  />
);
