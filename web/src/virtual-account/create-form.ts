/** The form of a new virtual account: validation and request body. */
import { type VaBank, bankShortName, getVaBank } from '@dasbor/contract/bank';
import type { CallBody } from '@dasbor/contract/route';
import { VA_EXPIRY_DEFAULT_S, type createVirtualAccount } from '@dasbor/contract/virtual-account';
import type { VaAmountType, VaType } from '@dasbor/contract/virtual-account-fields';
import { validateVaInput } from '@dasbor/contract/virtual-account-rules';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

export interface CreateForm {
  bank: VaBank | null;
  holder_name: string;
  type: VaType;
  amount_type: VaAmountType;
  /** Whole rupiah; null while empty. */
  expected_amount: number | null;
  amount_min: number | null;
  amount_max: number | null;
  /** null: no expiry. */
  expires_in_s: number | null;
  suffix: string;
  merchant_reference: string;
  description: string;
  customer_name: string;
  customer_email: string;
  customer_phone: string;
}
export type CreateField = keyof CreateForm;
export type FieldErrors = Partial<Record<CreateField, string>>;

/** In the order of the screen: the first field with an error gets the focus. */
export const FIELDS: readonly CreateField[] = [
  'bank',
  'holder_name',
  'type',
  'amount_type',
  'expected_amount',
  'amount_min',
  'amount_max',
  'expires_in_s',
  'suffix',
  'merchant_reference',
  'description',
  'customer_name',
  'customer_email',
  'customer_phone',
];

export const EMPTY_FORM: CreateForm = {
  bank: null,
  holder_name: '',
  type: 'single',
  amount_type: 'closed',
  expected_amount: null,
  amount_min: null,
  amount_max: null,
  expires_in_s: VA_EXPIRY_DEFAULT_S,
  suffix: '',
  merchant_reference: '',
  description: '',
  customer_name: '',
  customer_email: '',
  customer_phone: '',
};

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const EXPIRIES = {
  '1h': HOUR_S,
  '6h': 6 * HOUR_S,
  '24h': DAY_S,
  '3d': 3 * DAY_S,
  '7d': 7 * DAY_S,
  '30d': 30 * DAY_S,
  '180d': 180 * DAY_S,
  never: null,
} as const;

/** Lifetimes that the form offers. */
export const listExpiries = (): { name: string; seconds: number | null }[] =>
  Object.entries(EXPIRIES).map(([key, seconds]) => ({
    name: messages().form.expiries[key as keyof typeof EXPIRIES],
    seconds,
  }));

const NAME = /^[A-Z0-9]+( [A-Z0-9]+)*$/;
const ASCII = /^[\x20-\x7e]*$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?\d{8,15}$/;

const validateLength = (text: string, max: number): string | undefined =>
  text.length > max ? messages().errors.too_long(max) : undefined;

function validateHolderName(holder_name: string): string | undefined {
  const name = holder_name.trim().toUpperCase();
  if (name === '') return messages().errors.holder_missing;
  return NAME.test(name) ? undefined : messages().errors.holder;
}

function validateReference(reference: string): string | undefined {
  if (!ASCII.test(reference)) return messages().errors.ascii;
  return validateLength(reference, 64);
}

const validateOptional = (text: string, shape: RegExp, error: string): string | undefined =>
  text === '' || shape.test(text) ? undefined : error;

/** Validation errors by field, including the limits of the bank. The server validates again. */
export function validateForm(form: CreateForm): FieldErrors {
  const t = messages().errors;
  const language = currentLanguage();
  const { bank } = form;
  const body = toCreateBody({ ...form, bank: bank ?? 'BCA' });
  const { type, amount_type, expires_in_s } = form;
  const input = { ...body, type, amount_type, expires_in_s };
  // The limits apply once a bank is selected; missing values are errors before.
  const of_bank = validateVaInput(input)
    .filter(({ field }) => bank !== null || form[field as CreateField] === null)
    .map(({ field, detail }) => [field, detail[language]] as const);
  const own = {
    bank: bank === null ? t.bank : undefined,
    holder_name: validateHolderName(form.holder_name),
    suffix: validateOptional(form.suffix.trim(), /^\d+$/, t.digits),
    merchant_reference: validateReference(form.merchant_reference.trim()),
    description: validateLength(form.description.trim(), 140),
    customer_name: validateLength(form.customer_name.trim(), 100),
    customer_email: validateOptional(form.customer_email.trim(), EMAIL, t.email),
    customer_phone: validateOptional(form.customer_phone.trim(), PHONE, t.phone),
  };
  const given = Object.entries(own).filter(([, error]) => error !== undefined);
  return Object.fromEntries([...of_bank, ...given]) as FieldErrors;
}

type Body = CallBody<typeof createVirtualAccount>;

/** Request body, without empty fields and amounts of other amount types. The form is valid. */
export function toCreateBody(form: CreateForm & { bank: VaBank }): Body {
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  const amountIf = (wanted: VaAmountType, value: number | null) =>
    form.amount_type === wanted ? (value ?? undefined) : undefined;
  return {
    bank: form.bank,
    holder_name: form.holder_name.trim().toUpperCase(),
    type: form.type,
    amount_type: form.amount_type,
    expected_amount: amountIf('closed', form.expected_amount),
    amount_min: amountIf('min_max', form.amount_min),
    amount_max: amountIf('min_max', form.amount_max),
    expires_in_s: form.expires_in_s,
    suffix: text(form.suffix),
    merchant_reference: text(form.merchant_reference),
    description: text(form.description),
    customer_name: text(form.customer_name),
    customer_email: text(form.customer_email),
    customer_phone: text(form.customer_phone),
  };
}

/** Whether the form holds input that would be lost. */
export const isDirty = (form: CreateForm): boolean => FIELDS.some((field) => form[field] !== EMPTY_FORM[field]);

/** Limits of a bank in one line. */
export function formatBankLimits(bank: VaBank): string {
  const { holder_name_max, suffix_digits, from_any_bank } = getVaBank(bank);
  const t = messages().form;
  const payers = from_any_bank ? t.any_bank : t.one_bank(bankShortName(bank));
  return `${t.bank_limits(holder_name_max, suffix_digits)}, ${payers}`;
}
