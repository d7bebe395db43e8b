import {
  type ReportChannel,
  type ReportFormat,
  type ReportType,
  listReportRuns,
  listReportSchedules,
  createReportRun,
} from '@dasbor/contract/report';
import { listSettlements } from '@dasbor/contract/settlement';
import { toBusinessDay } from '@dasbor/contract/time';
import { Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { fieldLabel } from '../ui/field-label.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { FormatFields } from './format-fields.tsx';
import classes from './report.module.css';
import { CHANNEL_WORDS, TYPE_LINES, TYPE_WORDS, typesFor } from './report-labels.ts';

const DAY_MS = 86_400_000;
const yesterday = (): string => toBusinessDay(new Date(Date.now() - DAY_MS));

/** The month before this one, as an invoice covers it. */
function lastMonth(): { from: string; to: string } {
  const first = `${toBusinessDay(new Date()).slice(0, 7)}-01`;
  const to = new Date(Date.parse(`${first}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** Asks for a report of some days, or of a settlement. */
export function CreateReportForm({ onAsked }: { onAsked: () => void }) {
  const client = useQueryClient();
  const may = useMay('Reports', 'manage');
  const types = typesFor(useMay('Invoices', 'view'));
  const [report_type, setType] = useState<ReportType>('transactions');
  const [days, setDays] = useState({ from: yesterday(), to: yesterday() });
  const [batch_id, setBatch] = useState<string | null>(null);
  const [format, setFormat] = useState<ReportFormat>('csv');
  const [delimiter, setDelimiter] = useState<',' | ';'>(',');
  const [channels, setChannels] = useState<ReportChannel[]>([]);
  const [touched, setTouched] = useState(false);
  // One wish has one key: a second press of the button, or a repeated try, asks for nothing more.
  const [wish_key, setWishKey] = useState(createIdempotencyKey);
  const is_settlement = report_type === 'settlement';
  const fault = faultOf(is_settlement, days, batch_id);
  const ask = useMutation({
    mutationFn: () =>
      call(createReportRun, {
        body: {
          report_type,
          ...(is_settlement && batch_id !== null
            ? { settlement_batch_id: batch_id }
            : { period_from: days.from, period_to: days.to }),
          format,
          delimiter,
          channels,
        },
        idempotency_key: wish_key,
      }),
    meta: { quiet: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: buildQueryKey(listReportRuns) });
      onAsked();
      await showSuccess('The report is being made');
    },
    onError: (error) => {
      setWishKey(createIdempotencyKey());
      void showError(toProblem(error).detail);
    },
  });
  const submit = () => {
    setTouched(true);
    if (fault === null && may) ask.mutate();
  };
  const chooseType = (next: ReportType) => {
    setType(next);
    if (next === 'fee_invoice') {
      setDays(lastMonth());
      setFormat('pdf');
    }
  };
  return (
    <form
      aria-label="New report"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm" maw={460}>
        <Select
          label="Report"
          data={types.map((value) => ({ value, label: TYPE_WORDS[value] }))}
          value={report_type}
          allowDeselect={false}
          description={TYPE_LINES[report_type]}
          onChange={(next) => chooseType(next as ReportType)}
        />
        {is_settlement ? (
          <BatchField value={batch_id} onChange={setBatch} error={touched ? fault : null} />
        ) : (
          <Days days={days} onChange={setDays} error={touched ? fault : null} />
        )}
        <FormatFields format={format} delimiter={delimiter} onFormat={setFormat} onDelimiter={setDelimiter} />
        <ChannelFields chosen={channels} onChange={setChannels} />
        <Group>
          <ReasonedButton
            loading={ask.isPending}
            reason={may ? undefined : 'Your role may look at reports, not make them.'}
            onClick={submit}
          >
            Make report
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  );
}

function faultOf(is_settlement: boolean, { from, to }: { from: string; to: string }, batch_id: string | null) {
  if (is_settlement) return batch_id === null ? 'Choose the settlement.' : null;
  if (from === '' || to === '') return 'Choose both days.';
  if (from > to) return 'The first day must not be after the last one.';
  return to > toBusinessDay(new Date()) ? 'This day has not begun yet.' : null;
}

interface DaysProps {
  days: { from: string; to: string };
  onChange: (days: { from: string; to: string }) => void;
  error: string | null;
}

const Days = ({ days, onChange, error }: DaysProps) => (
  <div className={classes.pair}>
    <TextInput
      type="date"
      label={fieldLabel({ label: 'First day (WIB)', required: true })}
      value={days.from}
      error={error}
      onChange={(event) => onChange({ ...days, from: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label={fieldLabel({ label: 'Last day (WIB)', required: true })}
      value={days.to}
      error={error !== null}
      onChange={(event) => onChange({ ...days, to: event.currentTarget.value })}
    />
  </div>
);

/** The latest settlements that are closed. */
function BatchField(props: { value: string | null; onChange: (id: string | null) => void; error: string | null }) {
  const batches = useQuery({ ...buildQuery(listSettlements, { query: { limit: 100 } }), meta: { quiet: true } });
  const data = (batches.data?.data ?? [])
    .filter(({ status }) => status !== 'open')
    .map(({ id, batch_no, net_amount }) => ({ value: id, label: `${batch_no} · ${formatRupiah(net_amount)}` }));
  return (
    <Select
      label={fieldLabel({ label: 'Settlement', required: true })}
      placeholder="Pilih Settlement"
      searchable
      data={data}
      value={props.value}
      error={props.error}
      nothingFoundMessage="There is no such settlement"
      onChange={props.onChange}
    />
  );
}

function ChannelFields(props: { chosen: ReportChannel[]; onChange: (chosen: ReportChannel[]) => void }) {
  const schedules = useQuery({ ...buildQuery(listReportSchedules), meta: { quiet: true } });
  const configured = schedules.data?.channels ?? [];
  return (
    <Checkbox.Group
      label="Also send it"
      description={
        configured.length === 0
          ? 'No way of delivery is set up: the report can be downloaded here.'
          : 'To the recipients and the server under Manage Notifications, Configuration.'
      }
      value={props.chosen}
      onChange={(next) => props.onChange(configured.filter((channel) => next.includes(channel)))}
    >
      <Group mt={6}>
        {(['email', 'sftp'] as const).map((channel) => (
          <Checkbox
            key={channel}
            value={channel}
            label={`By ${channel === 'email' ? 'email' : CHANNEL_WORDS[channel]}`}
            disabled={!configured.includes(channel)}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
