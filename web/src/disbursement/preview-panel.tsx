import { previewDisbursement } from '@dasbor/contract/disbursement';
import type { RailOption } from '@dasbor/contract/disbursement-fields';
import type { CallBody, Output } from '@dasbor/contract/route';
import { RAIL_CHOICES, type RailChoice } from '@dasbor/contract/transfer-rail';
import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { Callout } from '../ui/callout.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatInstant } from '../ui/instant.tsx';
import classes from './disbursement.module.css';
import { type Form, getBankCode, getScheduleAt } from './form.ts';
import { formatRail } from './labels.ts';
import { messages } from './messages.ts';

type Preview = Output<typeof previewDisbursement>['data'];
const DEBOUNCE_MS = 250;

/** Fee, arrival time and balance of the form, for the rail that will be used. */
export function PreviewPanel({ form, onRail }: { form: Form; onRail: (rail: RailChoice) => void }) {
  const t = messages().create;
  const bank_code = getBankCode(form);
  const schedule_at = getScheduleAt(form);
  const [body] = useDebouncedValue<CallBody<typeof previewDisbursement> | null>(
    bank_code === null || !form.amount
      ? null
      : { bank_code, amount: form.amount, rail: form.rail, ...(schedule_at === undefined ? {} : { schedule_at }) },
    DEBOUNCE_MS,
  );
  const preview = useQuery({
    queryKey: [previewDisbursement.name, body],
    queryFn: ({ signal }) => call(previewDisbursement, { body: body as CallBody<typeof previewDisbursement>, signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    meta: { quiet: true },
  });
  if (body === null) return <Summary>{t.enter}</Summary>;
  if (preview.isError) return <Summary>{preview.error.message || t.preview_failed}</Summary>;
  if (preview.data === undefined) return <Skeleton h={180} radius={10} />;
  return <Metrics preview={preview.data.data} rail={form.rail} onRail={onRail} />;
}

const Summary = ({ children }: { children: ReactNode }) => (
  <div className={classes.summary}>
    <Text c="dimmed" fz="sm">
      {children}
    </Text>
  </div>
);

interface MetricsProps {
  preview: Preview;
  rail: RailChoice;
  onRail: (rail: RailChoice) => void;
}

function Metrics({ preview, rail, onRail }: MetricsProps) {
  const t = messages().create;
  const is_short = preview.balance_after < 0;
  const rows: readonly (readonly [string, ReactNode, string?])[] = [
    [t.arrival, preview.expected_at === null ? '–' : formatInstant(preview.expected_at)],
    [t.fee, <Amount key="fee" value={preview.fee_amount} />],
    [t.vat, <Amount key="vat" value={preview.fee_vat_amount} />],
    [t.total, <Amount key="total" value={preview.total_amount} strong />, classes.total],
    [t.balance_after, <Amount key="after" value={preview.balance_after} />, is_short ? classes.short : undefined],
  ];
  return (
    <Stack gap="sm">
      <Select
        label={t.rail}
        data={RAIL_CHOICES.map((choice) => toChoice(choice, preview))}
        value={rail}
        allowDeselect={false}
        checkIconPosition="right"
        onChange={(next) => onRail((next ?? 'auto') as RailChoice)}
      />
      <section className={classes.summary} aria-label={t.summary}>
        {rows.map(([label, value, name]) => (
          <div key={label} className={name}>
            <span>{label}</span>
            <span>{value}</span>
          </div>
        ))}
      </section>
      {preview.outage !== null && <Callout kind="warning">{preview.outage[currentLanguage()]}</Callout>}
      {preview.rail === null && <Callout kind="error">{t.no_rail}</Callout>}
      {preview.rail !== null && is_short && <Callout kind="warning">{t.insufficient}</Callout>}
    </Stack>
  );
}

/** A rail with its fee and arrival time, or why it is not available. */
function toChoice(choice: RailChoice, preview: Preview) {
  const name = formatRail(choice);
  if (choice === 'auto') {
    return { value: choice, label: preview.rail === null ? name : `${name} (${formatRail(preview.rail)})` };
  }
  const option = preview.options.find(({ rail }) => rail === choice);
  return { value: choice, label: `${name} · ${formatOption(option)}`, disabled: option?.is_available !== true };
}

function formatOption(option: RailOption | undefined): string {
  if (option === undefined) return '–';
  if (option.unavailable_reason !== null) return messages().create.unavailable[option.unavailable_reason];
  const fee = formatRupiah((option.fee_amount ?? 0) + (option.fee_vat_amount ?? 0));
  return option.expected_at === null ? fee : `${fee} · ${formatInstant(option.expected_at)}`;
}
