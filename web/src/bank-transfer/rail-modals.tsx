import * as duration from '@dasbor/contract/duration';
import { type RailTermsVersion, addRailTerms, listRailTerms, withdrawRailTerms } from '@dasbor/contract/rail-terms';
import { toBusinessDay } from '@dasbor/contract/time';
import { TRANSFER_RAILS, type TransferRail, railLabel } from '@dasbor/contract/transfer-rail';
import { Group, NumberInput, Switch } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useChange } from '../api/use-change.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { DateField } from '../ui/date-field.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { FormModal } from '../ui/form-modal.tsx';
import { formatDay } from '../ui/instant.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { formatMinute, parseMinute } from './format-terms.ts';
import { messages } from './messages.ts';

const SECONDS_PER_MINUTE = 60;

interface Form {
  amount_min: number | null;
  amount_max: number | null;
  opens: string;
  closes: string;
  business_days_only: boolean;
  arrival_minutes: number;
  description_max: number;
  not_found_minutes: number;
}

/** The version in force, as a start. */
const toForm = (version: RailTermsVersion | undefined): Form => ({
  amount_min: version?.amount_min ?? 1,
  amount_max: version?.amount_max ?? null,
  opens: formatMinute(version?.opens_at_minute ?? 0),
  closes: formatMinute(version?.closes_at_minute ?? 1_440),
  business_days_only: version?.business_days_only ?? false,
  arrival_minutes: version?.arrival_minutes ?? 15,
  description_max: version?.description_max ?? 20,
  not_found_minutes: (version?.not_found_after_s ?? 600) / SECONDS_PER_MINUTE,
});

/** null: a field is missing or cannot be read. */
function toTerms({ amount_min, amount_max, opens, closes, not_found_minutes, ...rest }: Form) {
  const [opens_at_minute, closes_at_minute] = [parseMinute(opens), parseMinute(closes)];
  if (amount_min === null || amount_max === null || opens_at_minute === null || closes_at_minute === null) return null;
  const not_found_after_s = not_found_minutes * SECONDS_PER_MINUTE;
  return { ...rest, amount_min, amount_max, opens_at_minute, closes_at_minute, not_found_after_s };
}

interface AddRailTermsModalProps {
  versions: readonly RailTermsVersion[];
  onClose: () => void;
}

/** A new version of the terms of a rail, from a day on. */
export function AddRailTermsModal({ versions, onClose }: AddRailTermsModalProps) {
  const t = messages();
  const findCurrent = (of: TransferRail) => versions.find(({ rail, state }) => rail === of && state === 'current');
  const [rail, setRail] = useState<TransferRail>('bi_fast');
  const [form, setForm] = useState(() => toForm(findCurrent('bi_fast')));
  const [effective_from, setFrom] = useState(() => toBusinessDay(new Date(Date.now() + duration.days(1))));
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const terms = toTerms(form);
  const add = useChange((body: Parameters<typeof send>[0]) => send(body), {
    shown_by: [listRailTerms],
    done: t.added,
    onDone: onClose,
    onRefused: setRefusal,
  });
  const rails = TRANSFER_RAILS.map((id) => ({ id, name: railLabel(id, currentLanguage()) }));
  const choose = (next: TransferRail) => {
    setRail(next);
    setForm(toForm(findCurrent(next)));
  };
  return (
    <FormModal
      title={t.add}
      submit={t.add}
      refusal={refusal}
      is_busy={add.isPending}
      size={560}
      onSubmit={() => {
        setTried(true);
        setRefusal(null);
        if (terms !== null) add.mutate({ ...terms, rail, effective_from });
      }}
      onClose={onClose}
    >
      <Group grow align="flex-start">
        <SelectField
          label={t.rail}
          required
          options={rails}
          value={rails.find(({ id }) => id === rail) ?? null}
          onChange={(item) => choose(item?.id ?? 'bi_fast')}
        />
        <DateField label={t.from} required value={effective_from} onChange={setFrom} />
      </Group>
      <TermsFields form={form} is_tried={is_tried} onChange={(part) => setForm((before) => ({ ...before, ...part }))} />
    </FormModal>
  );
}

const send = (body: NonNullable<ReturnType<typeof toTerms>> & { rail: TransferRail; effective_from: string }) =>
  call(addRailTerms, { body });

interface TermsFieldsProps {
  form: Form;
  is_tried: boolean;
  onChange: (part: Partial<Form>) => void;
}

function TermsFields({ form, is_tried, onChange }: TermsFieldsProps) {
  const t = messages();
  const missing = (amount: number | null) => (amount === null ? t.amount_missing : undefined);
  const unreadable = (text: string) => (parseMinute(text) === null ? t.time_invalid : undefined);
  return (
    <>
      <Group grow align="flex-start">
        <AmountField
          label={t.amount_min}
          required
          value={form.amount_min}
          onChange={(amount_min) => onChange({ amount_min })}
          error={missing(form.amount_min)}
          touched={is_tried}
        />
        <AmountField
          label={t.amount_max}
          required
          value={form.amount_max}
          onChange={(amount_max) => onChange({ amount_max })}
          error={missing(form.amount_max)}
          touched={is_tried}
        />
      </Group>
      <Group grow align="flex-start">
        <TextField
          label={t.opens}
          required
          value={form.opens}
          onChange={(opens) => onChange({ opens })}
          error={unreadable(form.opens)}
          touched={is_tried}
        />
        <TextField
          label={t.closes}
          required
          description={t.closes_note}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={form.closes}
          onChange={(closes) => onChange({ closes })}
          error={unreadable(form.closes)}
          touched={is_tried}
        />
      </Group>
      <Switch
        label={t.business_days_only}
        checked={form.business_days_only}
        onChange={(event) => onChange({ business_days_only: event.currentTarget.checked })}
      />
      <Group grow align="flex-end">
        <NumberInput
          label={t.arrival_minutes}
          min={0}
          max={10_080}
          allowDecimal={false}
          value={form.arrival_minutes}
          onChange={(value) => onChange({ arrival_minutes: Number(value) })}
        />
        <NumberInput
          label={t.description_max}
          min={1}
          max={140}
          allowDecimal={false}
          value={form.description_max}
          onChange={(value) => onChange({ description_max: Number(value) })}
        />
      </Group>
      <NumberInput
        label={t.not_found_minutes}
        min={1}
        max={1_440}
        allowDecimal={false}
        value={form.not_found_minutes}
        onChange={(value) => onChange({ not_found_minutes: Number(value) })}
      />
    </>
  );
}

/** Withdraws a version that has not begun. */
export function WithdrawRailTermsModal({ version, onClose }: { version: RailTermsVersion; onClose: () => void }) {
  const t = messages();
  const { rail, effective_from } = version;
  const withdraw = useChange(() => call(withdrawRailTerms, { params: { rail, effective_from } }), {
    shown_by: [listRailTerms],
    done: t.withdrawn,
    onDone: onClose,
  });
  return (
    <ConfirmModal
      opened
      title={t.withdraw_title}
      confirm={t.withdraw}
      is_dangerous
      is_busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      {t.withdraw_line(railLabel(rail, currentLanguage()), formatDay(effective_from))}
    </ConfirmModal>
  );
}
