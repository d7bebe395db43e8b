import { BANKS, isBankMatch } from '@dasbor/contract/bank';
import {
  OUTAGE_METHODS,
  OUTAGE_TEXT_MAX,
  type Outage,
  type OutageMethod,
  addOutage,
  updateOutage,
} from '@dasbor/contract/outage';
import { TRANSFER_RAILS, type TransferRail, railLabel } from '@dasbor/contract/transfer-rail';
import { Checkbox, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { DateField } from '../ui/date-field.tsx';
import { fieldLabel } from '../ui/field-label.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { messages } from './messages.ts';
import { type OutageForm, buildEmptyForm, buildOutageForm, validateForm, toBody, toForm } from './form.ts';
import { useOutageChange } from './mutations.ts';

interface OutageModalProps {
  /** The outage that is changed; absent for a new one. */
  edited?: Outage;
  /** The service that a new one is about; it fills the form. */
  given?: { method: OutageMethod; rail: TransferRail | null } | undefined;
  onClose: () => void;
}

/** Adds or changes an outage. */
export function OutageModal({ edited, given, onClose }: OutageModalProps) {
  const t = messages();
  const [form, setForm] = useState(() => {
    if (edited !== undefined) return toForm(edited);
    return given === undefined ? buildEmptyForm(new Date()) : buildOutageForm(given.method, given.rail, new Date());
  });
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const errors = validateForm(form);
  const save = useOutageChange(
    () =>
      edited === undefined
        ? call(addOutage, { body: toBody(form) })
        : call(updateOutage, { params: { id: edited.id }, body: toBody(form) }),
    { done: t.saved, onDone: onClose, onRefused: setRefusal },
  );
  const change = (part: Partial<OutageForm>) => setForm((before) => ({ ...before, ...part }));
  const shown = (error: string | null) => (is_tried ? error : null);
  return (
    <FormModal
      title={edited === undefined ? t.add : t.edit_title}
      submit={t.save}
      refusal={refusal}
      is_busy={save.isPending}
      size="lg"
      onSubmit={() => {
        setTried(true);
        if (Object.values(errors).every((error) => error === null)) save.mutate();
      }}
      onClose={onClose}
    >
      <Checkbox.Group
        label={fieldLabel({ label: t.affects, required: true })}
        error={shown(errors.methods)}
        value={[...form.methods]}
        onChange={(values) => change({ methods: OUTAGE_METHODS.filter((method) => values.includes(method)) })}
      >
        <Group mt={6}>
          {OUTAGE_METHODS.map((method) => (
            <Checkbox key={method} value={method} label={t.methods[method]} />
          ))}
        </Group>
      </Checkbox.Group>
      <ScopeFields form={form} error={shown(errors.bank_code)} onChange={change} />
      {(['en', 'id'] as const).map((language) => (
        <Textarea
          key={language}
          label={fieldLabel({ label: t[`text_${language}`], required: true })}
          aria-required
          maxLength={OUTAGE_TEXT_MAX}
          autosize
          minRows={2}
          value={form[`text_${language}`]}
          onChange={(event) => change({ [`text_${language}`]: event.currentTarget.value })}
          error={shown(errors[`text_${language}`])}
        />
      ))}
      <Group grow align="flex-start">
        <DateField
          label={t.starts}
          required
          with_time
          value={form.starts}
          onChange={(starts) => change({ starts })}
          error={errors.starts}
          touched={is_tried}
        />
        <DateField
          label={t.ends}
          required
          with_time
          value={form.ends}
          onChange={(ends) => change({ ends })}
          error={errors.ends}
          touched={is_tried}
        />
      </Group>
    </FormModal>
  );
}

interface ScopeFieldsProps {
  form: OutageForm;
  error: string | null;
  onChange: (part: Partial<OutageForm>) => void;
}

/** The bank, and the rail of disbursements. */
function ScopeFields({ form, error, onChange }: ScopeFieldsProps) {
  const t = messages();
  const rails = TRANSFER_RAILS.map((id) => ({ id, name: railLabel(id, currentLanguage()) }));
  const is_transfer = form.methods.length === 1 && form.methods[0] === 'disbursement';
  return (
    <Group grow align="flex-start">
      <SelectField
        label={t.bank}
        description={t.any_bank}
        clearable
        searchable
        isMatch={isBankMatch}
        options={BANKS}
        value={BANKS.find(({ code }) => code === form.bank_code) ?? null}
        onChange={(bank) => onChange({ bank_code: bank?.code ?? null })}
        error={error}
        touched={error !== null}
      />
      {is_transfer && (
        <SelectField
          label={t.rail}
          description={t.any_rail}
          clearable
          options={rails}
          value={rails.find(({ id }) => id === form.rail) ?? null}
          onChange={(item) => onChange({ rail: item?.id ?? null })}
        />
      )}
    </Group>
  );
}
