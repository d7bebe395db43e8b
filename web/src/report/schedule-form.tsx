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
import { type FileChoice, FormatFields } from './format-fields.tsx';
import classes from './report.module.css';
import { messages } from './messages.ts';
import { formatHour, listWeekdays } from './report-labels.ts';

/** Options from 1 to a maximum. */
const listNumbers = (max: number, toLabel: (value: number) => string): { value: string; label: string }[] =>
  Array.from({ length: max }, (_, index) => ({ value: String(index + 1), label: toLabel(index + 1) }));

/** The schedule of a report type, with its file format. */
export function ScheduleForm({ schedule, onDone }: { schedule: ReportSchedule; onDone: () => void }) {
  const { report_type } = schedule;
  const client = useQueryClient();
  const [is_on, setOn] = useState(schedule.is_on);
  const [frequency, setFrequency] = useState<ReportFrequency>(schedule.frequency);
  const [hour, setHour] = useState(schedule.hour ?? 1);
  const [weekday, setWeekday] = useState(schedule.weekday ?? 1);
  const [month_day, setMonthDay] = useState(schedule.month_day ?? 1);
  const [file, setFile] = useState<FileChoice>({
    format: schedule.format,
    delimiter: schedule.delimiter,
    language: schedule.language,
  });
  const t = messages();
  const follows_settlements = frequency === 'batch';
  const save = useMutation({
    mutationFn: () =>
      call(saveReportSchedule, {
        body: {
          report_type,
          is_on,
          frequency,
          hour: follows_settlements ? null : hour,
          weekday: frequency === 'weekly' ? weekday : null,
          month_day: frequency === 'monthly' ? month_day : null,
          ...file,
        },
      }),
    meta: { quiet: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: buildQueryKey(listReportSchedules) });
      onDone();
      await showSuccess(messages().schedule.saved(messages().types[report_type]));
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <form
      aria-label={t.schedule.label(t.types[report_type])}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        <div className={classes.title}>{t.types[report_type]}</div>
        {!follows_settlements && (
          <Switch label={t.schedule.is_on} checked={is_on} onChange={(event) => setOn(event.currentTarget.checked)} />
        )}
        {!follows_settlements && is_on && (
          <div className={classes.pair}>
            {report_type !== 'fee_invoice' && (
              <Select
                label={t.schedule.frequency}
                data={(['daily', 'weekly', 'monthly'] as const).map((value) => ({ value, label: t.schedule[value] }))}
                value={frequency}
                allowDeselect={false}
                onChange={(next) => setFrequency(next as ReportFrequency)}
              />
            )}
            {frequency === 'weekly' && (
              <NumberSelect
                label={t.schedule.weekday}
                data={listWeekdays().map((label, at) => ({ value: String(at + 1), label }))}
                value={weekday}
                onChange={setWeekday}
              />
            )}
            {frequency === 'monthly' && (
              <NumberSelect
                label={t.schedule.month_day}
                data={listNumbers(28, (day) => t.schedule.day(String(day)))}
                value={month_day}
                onChange={setMonthDay}
              />
            )}
            <NumberSelect
              label={t.schedule.hour}
              data={listNumbers(23, (at) => `${formatHour(at)} WIB`)}
              value={hour}
              onChange={setHour}
            />
          </div>
        )}
        <FormatFields {...file} onChange={(change) => setFile({ ...file, ...change })} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={save.isPending}>
            {t.schedule.save}
          </Button>
          <Button variant="default" size="xs" onClick={onDone}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface NumberSelectProps {
  label: string;
  data: { value: string; label: string }[];
  value: number;
  onChange: (value: number) => void;
}

const NumberSelect = ({ label, data, value, onChange }: NumberSelectProps) => (
  <Select
    label={label}
    data={data}
    value={String(value)}
    allowDeselect={false}
    onChange={(next) => onChange(Number(next))}
  />
);
