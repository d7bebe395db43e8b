/** The state of the form of a merchant, its checks, and its conversion from and to the API. */
import type { Industry } from '@dasbor/contract/industry';
import type { MerchantInput, createMerchant, updateMerchant } from '@dasbor/contract/merchant';
import type { EntityType, MerchantDetail, RiskLevel } from '@dasbor/contract/merchant-fields';
import type { CallBody } from '@dasbor/contract/route';
import type { Choice } from '../list/lookup-fields.tsx';
import { type AgreementForm, getTomorrow, hasRepeatedChannel, toAgreement } from './agreement-form.ts';
import type { Messages } from './form-messages.ts';

export interface MerchantForm extends AgreementForm {
  code: string;
  brand_name: string;
  legal_name: string;
  entity_type: EntityType | null;
  mcc: string;
  nmid: string;
  qris_criteria: MerchantInput['qris_criteria'];
  city: string;
  province_code: string | null;
  address_line: string;
  postal_code: string;
  email: string;
  phone: string;
  cs_phone: string;
  website: string;
  industry: Industry | null;
  description: string;
  nib: string;
  npwp: string;
  npwp_name: string;
  monthly_volume: number | null;
  risk_level: RiskLevel | null;
  /** Group that a new merchant joins. */
  account_group: Choice | null;
  limit_per_payment: number | null;
  limit_per_day: number | null;
  limit_per_month: number | null;
  limit_per_payout: number | null;
  start: 'onboarding' | 'active';
  owner_email: string;
}

export const EMPTY_FORM: MerchantForm = {
  code: '',
  brand_name: '',
  legal_name: '',
  entity_type: null,
  mcc: '',
  nmid: '',
  qris_criteria: 'UMI',
  city: '',
  province_code: null,
  address_line: '',
  postal_code: '',
  email: '',
  phone: '',
  cs_phone: '',
  website: '',
  industry: null,
  description: '',
  nib: '',
  npwp: '',
  npwp_name: '',
  monthly_volume: null,
  risk_level: null,
  account_group: null,
  limit_per_payment: null,
  limit_per_day: null,
  limit_per_month: null,
  limit_per_payout: null,
  start: 'onboarding',
  owner_email: '',
  pricing: [],
  settlement_terms: [],
  agreed_from: getTomorrow(),
};

export function toForm(merchant: MerchantDetail): MerchantForm {
  const fields = Object.keys(EMPTY_FORM) as (keyof MerchantForm)[];
  const known = merchant as unknown as Record<string, unknown>;
  const values = fields.map((field) => [field, known[field] ?? EMPTY_FORM[field]]);
  return {
    ...(Object.fromEntries(values) as unknown as MerchantForm),
    start: 'onboarding',
    owner_email: '',
    // The terms in force are not an entry: entries are new versions.
    settlement_terms: [],
    agreed_from: getTomorrow(),
  };
}

export type FormErrors = Partial<Record<keyof MerchantForm, string>>;

const PATTERNS: Partial<Record<keyof MerchantForm, RegExp>> = {
  code: /^[A-Z][A-Z0-9]{2,19}$/i,
  mcc: /^\d{4}$/,
  nmid: /^ID\d{13}$/,
  postal_code: /^\d{5}$/,
  nib: /^\d{13}$/,
  npwp: /^(\d{15}|\d{16})$/,
  email: /^\S+@\S+\.\S+$/,
  owner_email: /^\S+@\S+\.\S+$/,
  website: /^https?:\/\/\S+$/,
};
const REQUIRED: readonly (keyof MerchantForm)[] = ['brand_name', 'legal_name', 'entity_type', 'mcc', 'nmid', 'city'];

/** What is missing or malformed. The server checks again. */
export function validateForm(form: MerchantForm, is_new: boolean, t: Messages['form']): FormErrors {
  const errors: FormErrors = {};
  const required = is_new ? [...REQUIRED, 'code' as const, 'owner_email' as const] : REQUIRED;
  for (const field of required) if (!form[field]) errors[field] = t.missing;
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    const field = name as keyof MerchantForm;
    const value = form[field];
    if (typeof value !== 'string' || value.trim() === '' || pattern.test(value.trim())) continue;
    const is_of_creation = field === 'code' || field === 'owner_email';
    if (is_new || !is_of_creation) errors[field] = t.invalid[name as keyof typeof t.invalid];
  }
  for (const field of ['pricing', 'settlement_terms'] as const) {
    if (hasRepeatedChannel(form[field])) errors[field] = t.missing;
  }
  if (form.pricing.some(({ rate_percent }) => rate_percent === null)) errors.pricing = t.missing;
  return errors;
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The change of an existing merchant, with new versions of its prices and terms. */
export const toUpdate = (form: MerchantForm): CallBody<typeof updateMerchant> => {
  const agreed = toAgreement(form);
  return {
    ...toInput(form),
    ...agreed,
    ...(Object.keys(agreed).length === 0 ? {} : { agreed_from: form.agreed_from }),
  };
};

const toInput = (form: MerchantForm): MerchantInput => ({
  brand_name: form.brand_name.trim(),
  legal_name: form.legal_name.trim(),
  entity_type: form.entity_type ?? 'individual',
  mcc: form.mcc.trim(),
  nmid: form.nmid.trim(),
  qris_criteria: form.qris_criteria,
  city: form.city.trim(),
  province_code: form.province_code,
  address_line: textOrNull(form.address_line),
  postal_code: textOrNull(form.postal_code),
  email: textOrNull(form.email),
  phone: textOrNull(form.phone),
  cs_phone: textOrNull(form.cs_phone),
  website: textOrNull(form.website),
  industry: form.industry,
  description: textOrNull(form.description),
  nib: textOrNull(form.nib),
  npwp: textOrNull(form.npwp),
  npwp_name: textOrNull(form.npwp_name),
  monthly_volume: form.monthly_volume,
  risk_level: form.risk_level,
});

export function toNewMerchant(form: MerchantForm, language: 'en' | 'id'): CallBody<typeof createMerchant> {
  const { limit_per_payment, limit_per_day, limit_per_month, limit_per_payout } = form;
  return {
    code: form.code.trim(),
    ...toInput(form),
    ...toAgreement(form),
    limits: { limit_per_payment, limit_per_day, limit_per_month, limit_per_payout },
    start: form.start,
    owner: { email: form.owner_email.trim(), language },
  };
}
