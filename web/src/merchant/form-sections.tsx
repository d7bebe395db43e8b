/** The sections of the form of a merchant: owner, business, address and legal data. */
import type { ProfileField } from '@dasbor/contract/business-profile-fields';
import { RISK_LEVELS } from '@dasbor/contract/merchant-fields';
import { QRIS_CRITERIA } from '@dasbor/contract/qris-merchant';
import { Radio, Stack } from '@mantine/core';
import { memo } from 'react';
import {
  ProfileFieldInput,
  PARENT_REGION,
  SECTION_FIELDS,
  isWide,
  listDescendantRegions,
} from '../profile-fields/profile-field.tsx';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type FormErrors, type MerchantForm, REQUIRED } from './form.ts';
import { formMessages } from './form-messages.ts';
import { JoinGroupField } from './join-group.tsx';
import classes from './merchant.module.css';
import { messages } from './messages.ts';
import type { FieldProblems } from './save-form.ts';

/** A field that is typed, and not part of the business profile. */
type TextName = 'code' | 'mcc' | 'nmid' | 'city' | 'owner_email';

export interface FieldsProps {
  form: MerchantForm;
  errors: FormErrors & FieldProblems;
  is_tried: boolean;
  onChange: (part: Partial<MerchantForm>) => void;
}

interface TextProps extends FieldsProps {
  name: TextName;
  label: string;
  hint?: string;
  max: number;
}

const Text = ({ name, form, errors, ...rest }: TextProps) => (
  <TextCell {...rest} name={name} value={form[name]} error={errors[name] ?? null} />
);

interface TextCellProps extends Omit<TextProps, 'form' | 'errors'> {
  value: string;
  error: string | null;
}

/** A cell is drawn again only when it changes: the form has more than fifty. */
const TextCell = memo(({ name, label, hint, max, value, error, is_tried, onChange }: TextCellProps) => (
  <TextField
    name={name}
    label={label}
    required
    {...(hint === undefined ? {} : { description: hint })}
    maxLength={max}
    value={value}
    onChange={(next) => onChange({ [name]: next })}
    error={error}
    {...(is_tried ? { touched: true } : {})}
  />
));

/** Fields of the business profile, with the labels and inputs that the merchant has. */
const Profile = ({ names, form, errors, is_tried, onChange }: FieldsProps & { names: readonly ProfileField[] }) =>
  names.map((field) => {
    const above = PARENT_REGION[field];
    return (
      <ProfileCell
        key={field}
        field={field}
        value={form[field]}
        above={above === undefined ? null : form[above]}
        error={is_tried ? errors[field] : undefined}
        onChange={onChange}
      />
    );
  });

interface ProfileCellProps {
  field: ProfileField;
  value: string | number | null;
  /** The region that a region lies in. */
  above: string | number | null;
  error: string | undefined;
  onChange: FieldsProps['onChange'];
}

const ProfileCell = memo(({ field, value, above, error, onChange }: ProfileCellProps) => {
  const parent = PARENT_REGION[field];
  return (
    <div className={isWide(field) ? classes.wide : undefined}>
      <ProfileFieldInput
        field={field}
        values={{ [field]: value, ...(parent === undefined ? {} : { [parent]: above }) }}
        required={REQUIRED.includes(field)}
        error={error}
        onChange={(name, next) =>
          onChange({ ...Object.fromEntries(listDescendantRegions(name).map((below) => [below, null])), [name]: next })
        }
      />
    </div>
  );
});

export function OwnerFields(props: FieldsProps) {
  const t = formMessages().form;
  return (
    <Panel title={t.owner}>
      <Stack gap="md">
        <Text {...props} name="owner_email" label={t.owner_email} hint={t.owner_hint} max={254} />
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

export function BusinessFields(props: FieldsProps & { is_new: boolean }) {
  const { fields: t, criteria, risks, detail } = messages();
  const texts = formMessages().form;
  const { form, errors, onChange, is_new } = props;
  const criteria_options = QRIS_CRITERIA.map((id) => ({ id, name: criteria[id] }));
  const risk_options = RISK_LEVELS.map((id) => ({ id, name: risks[id] }));
  return (
    <Panel title={detail.business}>
      <div className={classes.pair}>
        {is_new && <Text {...props} name="code" label={t.code} hint={texts.code_hint} max={20} />}
        <Profile {...props} names={SECTION_FIELDS.business} />
        <Text {...props} name="mcc" label={t.mcc} hint={texts.mcc_hint} max={4} />
        <Text {...props} name="nmid" label={t.nmid} hint={texts.nmid_hint} max={15} />
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
        <JoinGroupField
          value={form.account_group}
          error={errors.account_group ?? null}
          onChange={(account_group) => onChange({ account_group })}
        />
      </div>
    </Panel>
  );
}

export const AddressFields = (props: FieldsProps) => (
  <Panel title={formMessages().form.address}>
    <div className={classes.pair}>
      <Profile {...props} names={SECTION_FIELDS.address} />
      <Text {...props} name="city" label={messages().fields.city} hint={formMessages().form.city_hint} max={15} />
    </div>
  </Panel>
);

export const LegalFields = (props: FieldsProps) => (
  <Panel title={messages().detail.legal}>
    <div className={classes.pair}>
      <Profile {...props} names={SECTION_FIELDS.legal} />
    </div>
  </Panel>
);
