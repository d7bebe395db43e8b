import { createMerchant, updateMerchant } from '@dasbor/contract/merchant';
import { ENTITY_TYPES, type MerchantDetail, RISK_LEVELS } from '@dasbor/contract/merchant-fields';
import { QRIS_CRITERIA } from '@dasbor/contract/qris-merchant';
import { Alert, Button, Radio, Stack, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showError } from '../ui/toast.ts';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { AgreementFields } from './agreement-fields.tsx';
import { type FormErrors, type MerchantForm, toNewMerchant, toUpdate, validateForm } from './form.ts';
import classes from './merchant.module.css';
import { IndustryField } from './industry-field.tsx';
import { JoinGroupField, joinGroup } from './join-group.tsx';
import { LimitFields } from './limit-fields.tsx';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';
import { formMessages } from './form-messages.ts';
import { ProvinceField } from './province-field.tsx';

type TextName = Exclude<
  { [K in keyof MerchantForm]: MerchantForm[K] extends string ? K : never }[keyof MerchantForm],
  'qris_criteria' | 'start' | 'agreed_from'
>;

interface FieldsProps {
  form: MerchantForm;
  errors: FormErrors;
  is_tried: boolean;
  onChange: (part: Partial<MerchantForm>) => void;
}

/** The form of a merchant. `edited`: the merchant to change; absent for a new one. */
export function MerchantFields({ start, edited }: { start: MerchantForm; edited?: MerchantDetail }) {
  const t = messages();
  const [first] = useState(start);
  const [form, setForm] = useState(first);
  const [is_tried, setTried] = useState(false);
  const [is_saved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<{ detail: string; errors: FormErrors } | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const is_new = edited === undefined;
  useUnsavedChanges(!is_saved && JSON.stringify(form) !== JSON.stringify(first));
  const save = useMerchantChange(
    async () => {
      try {
        const saved = is_new
          ? await call(createMerchant, { body: toNewMerchant(form, currentLanguage()) })
          : await call(updateMerchant, { params: { merchant_id: edited.id }, body: toUpdate(form) });
        const { account_group } = form;
        // The merchant exists now: a refusal by the group is shown, and nothing is undone.
        const refused = is_new && account_group !== null ? await joinGroup(account_group.id, saved.data.id) : null;
        if (refused !== null) void showError(formMessages().form.group_failed(refused));
        setSaved(true);
        // The changes are saved; the guard of unsaved changes must not block this navigation.
        await navigate({ to: '/merchant/$id', params: { id: saved.data.id }, ignoreBlocker: true });
        return refused === null;
      } catch (error) {
        const { detail, errors = [] } = toProblem(error);
        const fields = errors.map((each) => [each.field.replace(/^owner\.email$/, 'owner_email'), each.detail]);
        setRefusal({ detail, errors: Object.fromEntries(fields) as FormErrors });
        focusFirstInvalid(element.current);
        throw error;
      }
    },
    {
      done: (is_complete) => (is_complete ? formMessages().form[is_new ? 'added' : 'saved'] : null),
      onRefused: () => undefined,
    },
  );
  const errors = { ...refusal?.errors, ...validateForm(form, is_new, formMessages().form) };
  const change = (part: Partial<MerchantForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setRefusal(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(validateForm(form, is_new, formMessages().form)).length > 0)
      return focusFirstInvalid(element.current);
    if (!save.isPending) save.mutate(undefined);
    return undefined;
  };
  const fields: FieldsProps = { form, errors, is_tried: is_tried || refusal !== null, onChange: change };
  return (
    <form ref={element} className={classes.form} noValidate onSubmit={submit}>
      {refusal !== null && (
        <Alert color="red.9" variant="light" role="alert">
          {refusal.detail}
        </Alert>
      )}
      {is_new && <OwnerFields {...fields} />}
      <BusinessFields {...fields} is_new={is_new} />
      <ContactFields {...fields} />
      <LegalFields {...fields} />
      <AgreementFields form={form} onChange={change} edited={edited} is_tried={is_tried} />
      {is_new && <LimitFields {...fields} />}
      <div className={classes.bar}>
        <Button
          variant="default"
          onClick={() =>
            void (is_new ? navigate({ to: '/merchant' }) : navigate({ to: '/merchant/$id', params: { id: edited.id } }))
          }
        >
          {t.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {is_new ? t.add : t.save}
        </Button>
      </div>
    </form>
  );
}

interface TextProps extends FieldsProps {
  name: TextName;
  label: string;
  required?: boolean;
  hint?: string;
  max?: number;
}

const Text = ({ name, label, required, hint, max, form, errors, is_tried, onChange }: TextProps) => (
  <TextField
    name={name}
    label={label}
    {...(required === undefined ? {} : { required })}
    {...(hint === undefined ? {} : { description: hint })}
    {...(max === undefined ? {} : { maxLength: max })}
    value={form[name]}
    onChange={(value) => onChange({ [name]: value })}
    error={errors[name] ?? null}
    {...(is_tried ? { touched: true } : {})}
  />
);

function OwnerFields(props: FieldsProps) {
  const t = formMessages().form;
  return (
    <Panel title={t.owner}>
      <Stack gap="md">
        <Text {...props} name="owner_email" label={t.owner_email} required hint={t.owner_hint} max={254} />
        <Radio.Group
          label={t.start}
          value={props.form.start}
          onChange={(start) => props.onChange({ start: start as MerchantForm['start'] })}
        >
          <Stack gap={8} mt={6}>
            <Radio value="onboarding" label={t.start_onboarding} />
            <Radio value="active" label={t.start_active} />
          </Stack>
        </Radio.Group>
      </Stack>
    </Panel>
  );
}

function BusinessFields(props: FieldsProps & { is_new: boolean }) {
  const { fields: t, entities, criteria, risks, detail } = messages();
  const texts = formMessages().form;
  const { form, errors, is_tried, onChange, is_new } = props;
  const entity_options = ENTITY_TYPES.map((id) => ({ id, name: entities[id] }));
  const criteria_options = QRIS_CRITERIA.map((id) => ({ id, name: criteria[id] }));
  const risk_options = RISK_LEVELS.map((id) => ({ id, name: risks[id] }));
  return (
    <Panel title={detail.business}>
      <div className={classes.pair}>
        {is_new && <Text {...props} name="code" label={t.code} required hint={texts.code_hint} max={20} />}
        <Text {...props} name="brand_name" label={t.brand_name} required max={60} />
        <Text {...props} name="legal_name" label={t.legal_name} required max={120} />
        <SelectField
          label={t.entity_type}
          required
          options={entity_options}
          value={entity_options.find(({ id }) => id === form.entity_type) ?? null}
          onChange={(item) => onChange({ entity_type: item?.id ?? null })}
          error={errors.entity_type ?? null}
          {...(is_tried ? { touched: true } : {})}
        />
        <IndustryField label={t.industry} value={form.industry} onChange={(industry) => onChange({ industry })} />
        <Text {...props} name="mcc" label={t.mcc} required hint={texts.mcc_hint} max={4} />
        <Text {...props} name="nmid" label={t.nmid} required hint={texts.nmid_hint} max={15} />
        <SelectField
          label={t.qris_criteria}
          required
          options={criteria_options}
          value={criteria_options.find(({ id }) => id === form.qris_criteria) ?? null}
          onChange={(item) => onChange({ qris_criteria: item?.id ?? 'UMI' })}
        />
        <SelectField
          label={t.risk}
          clearable
          options={risk_options}
          value={risk_options.find(({ id }) => id === form.risk_level) ?? null}
          onChange={(item) => onChange({ risk_level: item?.id ?? null })}
        />
        {is_new && (
          <JoinGroupField value={form.account_group} onChange={(account_group) => onChange({ account_group })} />
        )}
        <AmountField
          label={t.monthly_volume}
          value={form.monthly_volume}
          onChange={(monthly_volume) => onChange({ monthly_volume })}
        />
        <Textarea
          className={classes.wide}
          label={t.description}
          autosize
          minRows={2}
          maxLength={500}
          value={form.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </div>
    </Panel>
  );
}

function ContactFields(props: FieldsProps) {
  const { fields: t, detail } = messages();
  return (
    <Panel title={detail.contact}>
      <div className={classes.pair}>
        <Text {...props} name="city" label={t.city} required max={15} />
        <ProvinceField
          value={props.form.province_code}
          onChange={(province_code) => props.onChange({ province_code })}
        />
        <Text {...props} name="postal_code" label={t.postal_code} max={5} />
        <Text {...props} name="address_line" label={t.address_line} max={200} />
        <Text {...props} name="email" label={t.email} max={254} />
        <Text {...props} name="phone" label={t.phone} max={20} />
        <Text {...props} name="cs_phone" label={t.cs_phone} max={20} />
        <Text {...props} name="website" label={t.website} max={200} />
      </div>
    </Panel>
  );
}

function LegalFields(props: FieldsProps) {
  const { fields: t, detail } = messages();
  return (
    <Panel title={detail.legal}>
      <div className={classes.pair}>
        <Text {...props} name="nib" label={t.nib} max={13} />
        <Text {...props} name="npwp" label={t.npwp} max={16} />
        <Text {...props} name="npwp_name" label={t.npwp_name} max={120} />
      </div>
    </Panel>
  );
}
