/** The fields of each section of a business profile, and the input of each kind of field. */
import { INDUSTRIES, INDUSTRY_LABELS } from '@dasbor/contract/industry';
import type { ProfileField, ProfileSectionName } from '@dasbor/contract/business-profile-fields';
import { ENTITY_LABELS, FIELD_LABELS } from '@dasbor/contract/business-profile-labels';
import type { Localized } from '@dasbor/contract/language';
import { ENTITY_TYPES } from '@dasbor/contract/merchant-fields';
import { Textarea } from '@mantine/core';
import { AmountField } from '../ui/amount-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type Messages, messages } from './messages.ts';
import { RegionField } from './region-field.tsx';

type Kind = 'text' | 'digits' | 'tel' | 'email' | 'long' | 'entity' | 'industry' | 'amount' | 'date' | 'region';

const KINDS: Partial<Record<ProfileField, Kind>> = {
  entity_type: 'entity',
  industry: 'industry',
  description: 'long',
  email: 'email',
  cs_email: 'email',
  phone: 'tel',
  cs_phone: 'tel',
  monthly_volume: 'amount',
  province_code: 'region',
  regency_code: 'region',
  district_code: 'region',
  village_code: 'region',
  postal_code: 'digits',
  nib: 'digits',
  npwp: 'digits',
  deed_date: 'date',
  sk_date: 'date',
};

export const SECTION_FIELDS: Record<ProfileSectionName, readonly ProfileField[]> = {
  business: [
    'brand_name',
    'legal_name',
    'entity_type',
    'industry',
    'description',
    'website',
    'email',
    'phone',
    'cs_email',
    'cs_phone',
    'monthly_volume',
  ],
  address: ['address_line', 'province_code', 'regency_code', 'district_code', 'village_code', 'postal_code'],
  legal: ['nib', 'npwp', 'npwp_name', 'deed_no', 'deed_date', 'sk_no', 'sk_date'],
};

/** The region that a region lies in. */
export const PARENT_REGION: Partial<Record<ProfileField, ProfileField>> = {
  regency_code: 'province_code',
  district_code: 'regency_code',
  village_code: 'district_code',
};

export type ProfileValues = Partial<Record<ProfileField, string | number | null>>;

/** The regions inside a region: they are chosen again when it changes. */
export function listDescendantRegions(field: ProfileField): ProfileField[] {
  const direct = (Object.keys(PARENT_REGION) as ProfileField[]).find((name) => PARENT_REGION[name] === field);
  return direct === undefined ? [] : [direct, ...listDescendantRegions(direct)];
}

/** Fields that need the width of two. */
export const isWide = (field: ProfileField): boolean =>
  field === 'description' || field === 'address_line' || field === 'website';

export interface ProfileFieldProps {
  field: ProfileField;
  values: ProfileValues;
  required: boolean;
  error: string | undefined;
  disabled?: boolean;
  onChange: (field: ProfileField, value: string | number | null) => void;
}

const HINTS: readonly ProfileField[] = ['npwp', 'nib', 'website', 'monthly_volume'];

/** One field with the input of its kind. */
export function ProfileFieldInput({ field, values, required, error, disabled, onChange }: ProfileFieldProps) {
  const label = FIELD_LABELS[field][currentLanguage()];
  const value = values[field] ?? null;
  const text = value === null ? '' : String(value);
  const hint = HINTS.includes(field) ? messages().hints[field as keyof Messages['hints']] : undefined;
  const common = {
    label,
    required,
    error,
    ...(disabled === undefined ? {} : { disabled }),
    ...(error === undefined ? {} : { touched: true }),
    ...(hint === undefined ? {} : { description: hint }),
  };
  const setText = (next: string | null) => onChange(field, next);
  switch (KINDS[field] ?? 'text') {
    case 'entity':
      return <LabelledSelect {...common} ids={ENTITY_TYPES} labels={ENTITY_LABELS} value={value} onChange={setText} />;
    case 'industry':
      return (
        <LabelledSelect
          {...common}
          ids={INDUSTRIES}
          labels={INDUSTRY_LABELS}
          value={value}
          onChange={setText}
          searchable
        />
      );
    case 'region': {
      const above = PARENT_REGION[field];
      const parent = above === undefined ? undefined : ((values[above] ?? null) as string | null);
      return <RegionField {...common} parent={parent} value={value as string | null} onChange={setText} />;
    }
    case 'amount':
      return (
        <AmountField
          {...common}
          value={value === null ? null : Number(value)}
          onChange={(next) => onChange(field, next)}
        />
      );
    case 'date':
      return <DateField {...common} value={text} onChange={(next) => onChange(field, next === '' ? null : next)} />;
    case 'long':
      return (
        <Textarea
          label={fieldLabel(common)}
          aria-required={common.required}
          error={error}
          disabled={disabled ?? false}
          autosize
          minRows={2}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      );
    case 'digits':
      return <TextField {...common} inputMode="numeric" autoComplete="off" value={text} onChange={setText} />;
    case 'tel':
      return <TextField {...common} type="tel" autoComplete="tel" value={text} onChange={setText} />;
    case 'email':
      return <TextField {...common} type="email" autoComplete="email" value={text} onChange={setText} />;
    case 'text':
      return <TextField {...common} maxLength={200} value={text} onChange={setText} />;
  }
}

interface LabelledSelectProps<Id extends string> {
  label: string;
  required: boolean;
  error: string | undefined;
  disabled?: boolean;
  ids: readonly Id[];
  labels: Record<Id, Localized>;
  value: string | number | null;
  searchable?: boolean;
  onChange: (id: Id | null) => void;
}

function LabelledSelect<Id extends string>({ ids, labels, value, onChange, ...rest }: LabelledSelectProps<Id>) {
  const options = ids.map((id) => ({ id, name: labels[id][currentLanguage()] }));
  return (
    <SelectField
      {...rest}
      clearable={!rest.required}
      options={options}
      value={options.find(({ id }) => id === value) ?? null}
      onChange={(item) => onChange(item?.id ?? null)}
    />
  );
}
