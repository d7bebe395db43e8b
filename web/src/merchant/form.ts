/** The state of the form of a merchant, its checks, and its conversion from and to the API. */
import type { MerchantPerson, ProfileField } from '@dasbor/contract/business-profile-fields';
import type { MerchantInput, createMerchant, setMerchantLimits, updateMerchant } from '@dasbor/contract/merchant';
import type { MerchantDetail, RiskLevel } from '@dasbor/contract/merchant-fields';
import type { CallBody } from '@dasbor/contract/route';
import { type Choice, toGroupChoice } from '../list/lookup-fields.tsx';
import { type AccountValues, NO_ACCOUNT, isAccountComplete } from '../profile-fields/account-fields.tsx';
import { type PersonValues, toPersonInput, toPersonValues, validatePerson } from '../profile-fields/person-fields.tsx';
import { SECTION_FIELDS } from '../profile-fields/profile-field.tsx';
import { type AgreedTermsForm, getTomorrow, hasRepeatedChannel, toAgreedTerms } from './agreed-terms-form.ts';
import type { Messages } from './form-messages.ts';

/** A person of the form; `id` and `stored_nik` of one that is stored. */
export interface PersonEntry {
  /** Distinguishes entries while they are edited. */
  key: string;
  id: string | null;
  stored_nik: string | null;
  values: PersonValues;
}

type Limits = CallBody<typeof setMerchantLimits>;
type ProfileForm = Record<ProfileField, string | number | null>;

export interface MerchantForm extends AgreedTermsForm, ProfileForm {
  code: string;
  mcc: string;
  nmid: string;
  qris_criteria: MerchantInput['qris_criteria'];
  city: string;
  risk_level: RiskLevel | null;
  account_group: Choice | null;
  limit_per_payment: number | null;
  limit_per_day: number | null;
  limit_per_month: number | null;
  limit_per_payout: number | null;
  disabled_channels: MerchantDetail['disabled_channels'];
  people: readonly PersonEntry[];
  /** The account to request. */
  account: AccountValues;
  start: 'onboarding' | 'active';
  owner_email: string;
}

const PROFILE = Object.values(SECTION_FIELDS).flat();

export const EMPTY_FORM: MerchantForm = {
  ...(Object.fromEntries(PROFILE.map((field) => [field, null])) as ProfileForm),
  code: '',
  mcc: '',
  nmid: '',
  qris_criteria: 'UMI',
  city: '',
  risk_level: null,
  account_group: null,
  limit_per_payment: null,
  limit_per_day: null,
  limit_per_month: null,
  limit_per_payout: null,
  disabled_channels: [],
  people: [],
  account: NO_ACCOUNT,
  start: 'onboarding',
  owner_email: '',
  pricing: [],
  settlement_terms: [],
  agreed_from: getTomorrow(),
};

export function toForm(merchant: MerchantDetail, people: readonly MerchantPerson[]): MerchantForm {
  const fields = Object.keys(EMPTY_FORM) as (keyof MerchantForm)[];
  const known = merchant as unknown as Record<string, unknown>;
  const values = fields.map((field) => [field, known[field] ?? EMPTY_FORM[field]]);
  const [group] = merchant.account_groups;
  return {
    ...(Object.fromEntries(values) as unknown as MerchantForm),
    account_group: group === undefined ? null : toGroupChoice(group),
    people: people.map((person) => ({
      key: person.id,
      id: person.id,
      stored_nik: person.nik_masked,
      values: toPersonValues(person, person.role),
    })),
    account: NO_ACCOUNT,
    start: 'onboarding',
    owner_email: '',
    // The terms in force are not an entry: entries are new versions.
    settlement_terms: [],
    agreed_from: getTomorrow(),
  };
}

export type FormErrors = Partial<Record<keyof MerchantForm, string>>;

const EMAIL = /^\S+@\S+\.\S+$/;
const PATTERNS: Partial<Record<keyof MerchantForm, RegExp>> = {
  code: /^[A-Z][A-Z0-9]{2,19}$/i,
  mcc: /^\d{4}$/,
  nmid: /^ID\d{13}$/,
  postal_code: /^\d{5}$/,
  nib: /^(\d[\s.-]*){13}$/,
  npwp: /^(\d[\s.-]*){15,16}$/,
  email: EMAIL,
  cs_email: EMAIL,
  owner_email: EMAIL,
};
export const REQUIRED: readonly (keyof MerchantForm)[] = [
  'brand_name',
  'legal_name',
  'entity_type',
  'mcc',
  'nmid',
  'city',
];

/** Errors of the form. The server validates again. */
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
  if (form.people.some(({ values }) => Object.keys(validatePerson(values)).length > 0)) errors.people = t.missing;
  if (hasAccount(form) && !isAccountComplete(form.account)) errors.account = t.missing;
  return errors;
}

export const hasAccount = ({ account }: MerchantForm): boolean => account.bank !== null || account.account_no !== '';

/** The change of an existing merchant, with new versions of its prices and terms. */
export const toUpdate = (form: MerchantForm): CallBody<typeof updateMerchant> => {
  const agreed = toAgreedTerms(form);
  return {
    ...toInput(form),
    ...agreed,
    ...(Object.keys(agreed).length === 0 ? {} : { agreed_from: form.agreed_from }),
  };
};

const toValue = (value: string | number | null) =>
  typeof value === 'string' ? (value.trim() === '' ? null : value.trim()) : value;

const toInput = (form: MerchantForm): MerchantInput => ({
  ...(Object.fromEntries(PROFILE.map((field) => [field, toValue(form[field])])) as unknown as MerchantInput),
  mcc: form.mcc.trim(),
  nmid: form.nmid.trim(),
  qris_criteria: form.qris_criteria,
  city: form.city.trim(),
  risk_level: form.risk_level,
});

export const toLimits = (form: Pick<MerchantForm, keyof Limits>): Limits => {
  const { limit_per_payment, limit_per_day, limit_per_month, limit_per_payout } = form;
  return { limit_per_payment, limit_per_day, limit_per_month, limit_per_payout };
};

export const toPeople = (people: readonly PersonEntry[]) =>
  people.map(({ id, values }) => ({ ...(id === null ? {} : { id }), ...toPersonInput(values) }));

export function toNewMerchant(form: MerchantForm, language: 'en' | 'id'): CallBody<typeof createMerchant> {
  return {
    code: form.code.trim(),
    ...toInput(form),
    ...toAgreedTerms(form),
    limits: toLimits(form),
    disabled_channels: form.disabled_channels,
    start: form.start,
    owner: { email: form.owner_email.trim(), language },
  };
}
