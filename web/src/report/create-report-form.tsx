import * as duration from '@dasbor/contract/duration';
import { getFileSettings } from '@dasbor/contract/file-settings';
import {
  type ReportChannel,
  type ReportType,
  listReportRuns,
  listReportSchedules,
  createReportRun,
} from '@dasbor/contract/report';
import { listSettlements } from '@dasbor/contract/settlement';
import { addDays, startOfMonth, toBusinessDay } from '@dasbor/contract/time';
import { Checkbox, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { DateField } from '../ui/date-field.tsx';
import { fieldLabel } from '../ui/field-label.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { type FileChoice, FormatFields } from './format-fields.tsx';
import { messages } from './messages.ts';
import classes from './report.module.css';
import { useVisibleTypes } from './report-labels.ts';

const yesterday = (): string => toBusinessDay(new Date(Date.now() - duration.days(1)));

/** The previous month, which a fee invoice covers. */
function lastMonth(): { from: string; to: string } {
  const to = addDays(startOfMonth(toBusinessDay(new Date())), -1);
  return { from: startOfMonth(to), to };
}

/** Creates a report of a period or of a settlement. */
export function CreateReportForm({ onCreated }: { onCreated: () => void }) {
  const client = useQueryClient();
  const may = useHasAccess('Reports', 'manage');
  const types = useVisibleTypes();
  const [report_type, setType] = useState<ReportType>(types.includes('transactions') ? 'transactions' : 'settlement');
  const [days, setDays] = useState({ from: yesterday(), to: yesterday() });
  const [batch_id, setBatch] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Partial<FileChoice>>({});
  const file = { ...useDefaultFile(report_type), ...chosen };
  const [channels, setChannels] = useState<ReportChannel[]>([]);
  const [touched, setTouched] = useState(false);
  // One key per submission: a double click or a retry creates one report.
  const idempotency = useIdempotencyKey();
  const is_settlement = report_type === 'settlement';
  const error = findError(is_settlement, days, batch_id);
  const t = messages();
  const create = useMutation({
    mutationFn: () =>
      call(createReportRun, {
        body: {
          report_type,
          ...(is_settlement && batch_id !== null
            ? { settlement_batch_id: batch_id }
            : { period_from: days.from, period_to: days.to }),
          ...file,
          channels,
        },
        idempotency_key: idempotency.key(),
      }),
    meta: { quiet: true },
    onSuccess: async () => {
      idempotency.renew();
      await client.invalidateQueries({ queryKey: buildQueryKey(listReportRuns) });
      onCreated();
      await showSuccess(messages().create.created);
    },
    onError: (error) => void showError(idempotency.onError(error).detail),
  });
  const submit = () => {
    setTouched(true);
    if (error === null && may) create.mutate();
  };
  const chooseType = (next: ReportType) => {
    setType(next);
    if (next === 'fee_invoice') setDays(lastMonth());
  };
  return (
    <form
      aria-label={t.create.label}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm" maw={460}>
        <Select
          label={t.create.report}
          data={types.map((value) => ({ value, label: t.types[value] }))}
          value={report_type}
          allowDeselect={false}
          description={t.type_lines[report_type]}
          onChange={(next) => chooseType(next as ReportType)}
        />
        {is_settlement ? (
          <BatchField value={batch_id} onChange={setBatch} error={touched ? error : null} />
        ) : (
          <Days days={days} onChange={setDays} error={touched ? error : null} />
        )}
        <FormatFields {...file} onChange={(change) => setChosen({ ...chosen, ...change })} />
        <ChannelFields selected={channels} onChange={setChannels} />
        <Group>
          <ActionButton
            loading={create.isPending}
            disabled_reason={may ? undefined : t.create.read_only}
            onClick={submit}
          >
            {t.create.submit}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Default from the settings of the business; a fee invoice is a PDF. */
function useDefaultFile(report_type: ReportType): FileChoice {
  const settings = useQuery({ ...buildQuery(getFileSettings), meta: { quiet: true } });
  const { csv_delimiter = ',', report_format = 'csv', report_language = null } = settings.data?.data ?? {};
  return {
    format: report_type === 'fee_invoice' ? 'pdf' : report_format,
    delimiter: csv_delimiter,
    language: report_language ?? currentLanguage(),
  };
}

function findError(is_settlement: boolean, { from, to }: { from: string; to: string }, batch_id: string | null) {
  const t = messages().create;
  if (is_settlement) return batch_id === null ? t.settlement_missing : null;
  if (from === '' || to === '') return t.days_missing;
  if (from > to) return t.days_reversed;
  return to > toBusinessDay(new Date()) ? t.day_in_future : null;
}

interface DaysProps {
  days: { from: string; to: string };
  onChange: (days: { from: string; to: string }) => void;
  error: string | null;
}

const Days = ({ days, onChange, error }: DaysProps) => (
  <div className={classes.pair}>
    <DateField
      label={messages().create.first_day}
      required
      value={days.from}
      error={error}
      touched
      onChange={(from) => onChange({ ...days, from })}
    />
    <DateField
      label={messages().create.last_day}
      required
      value={days.to}
      onChange={(to) => onChange({ ...days, to })}
    />
  </div>
);

/** The latest closed settlements. */
function BatchField(props: { value: string | null; onChange: (id: string | null) => void; error: string | null }) {
  const t = messages().create;
  const batches = useQuery({ ...buildQuery(listSettlements, { query: { limit: 100 } }), meta: { quiet: true } });
  const data = (batches.data?.data ?? [])
    .filter(({ status }) => status !== 'open')
    .map(({ id, batch_no, net_amount }) => ({ value: id, label: `${batch_no} · ${formatRupiah(net_amount)}` }));
  return (
    <Select
      label={fieldLabel({ label: t.settlement, required: true })}
      placeholder={`Pilih ${t.settlement}`}
      searchable
      data={data}
      value={props.value}
      error={props.error}
      nothingFoundMessage={t.no_settlement}
      onChange={props.onChange}
    />
  );
}

function ChannelFields(props: { selected: ReportChannel[]; onChange: (selected: ReportChannel[]) => void }) {
  const schedules = useQuery({ ...buildQuery(listReportSchedules), meta: { quiet: true } });
  const t = messages();
  const configured = schedules.data?.channels ?? [];
  return (
    <Checkbox.Group
      label={t.create.deliver}
      description={configured.length === 0 ? t.create.not_configured : t.create.deliver_line}
      value={props.selected}
      onChange={(next) => props.onChange(configured.filter((channel) => next.includes(channel)))}
    >
      <Group mt={6}>
        {(['email', 'sftp'] as const).map((channel) => (
          <Checkbox
            key={channel}
            value={channel}
            label={t.channels[channel]}
            disabled={!configured.includes(channel)}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
