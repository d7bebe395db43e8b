/** The form of a new virtual account: its rules and what is sent. */
import { type VaBank, getVaBank } from '@dasbor/contract/bank';
import type { CallBody } from '@dasbor/contract/route';
import { VA_EXPIRY_DEFAULT_S, type createVirtualAccount } from '@dasbor/contract/virtual-account';
import type { VaAmountType, VaType } from '@dasbor/contract/virtual-account-fields';
import { validateVaInput } from '@dasbor/contract/virtual-account-rules';

export interface CreateForm {
  bank: VaBank | null;
  holder_name: string;
  type: VaType;
  amount_type: VaAmountType;
  /** Whole rupiah; null while empty. */
  expected_amount: number | null;
  amount_min: number | null;
  amount_max: number | null;
  /** null: for ever. */
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

/** In the order of the screen: the first faulty one is focused. */
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
export const EXPIRIES: readonly { name: string; seconds: number | null }[] = [
  { name: '1 hour', seconds: HOUR_S },
  { name: '6 hours', seconds: 6 * HOUR_S },
  { name: '24 hours', seconds: DAY_S },
  { name: '3 days', seconds: 3 * DAY_S },
  { name: '7 days', seconds: 7 * DAY_S },
  { name: '30 days', seconds: 30 * DAY_S },
  { name: '180 days', seconds: 180 * DAY_S },
  { name: 'Never', seconds: null },
];

const NAME = /^[A-Z0-9]+( [A-Z0-9]+)*$/;
const PLAIN = /^[\x20-\x7e]*$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?\d{8,15}$/;

const validateLength = (text: string, max: number): string | undefined =>
  text.length > max ? `At most ${max} characters.` : undefined;

function validateHolderName(holder_name: string): string | undefined {
  const name = holder_name.trim().toUpperCase();
  if (name === '') return 'Enter the name that the payer sees.';
  return NAME.test(name) ? undefined : 'Use letters A to Z, digits and single spaces.';
}

function validateReference(reference: string): string | undefined {
  if (!PLAIN.test(reference)) return 'Use plain letters, digits and signs.';
  return validateLength(reference, 64);
}

const validateOptional = (text: string, shape: RegExp, fault: string): string | undefined =>
  text === '' || shape.test(text) ? undefined : fault;

/** What is wrong, by field. The rules of the banks are the server's own; the server has the last word. */
export function validateForm(form: CreateForm): FieldErrors {
  const { bank } = form;
  const body = toCreateBody({ ...form, bank: bank ?? 'BCA' });
  const { type, amount_type, expires_in_s } = form;
  const wish = { ...body, type, amount_type, expires_in_s };
  const of_bank = bank === null ? [] : validateVaInput(wish).map(({ field, detail }) => [field, detail] as const);
  const own = {
    bank: bank === null ? 'Choose the bank.' : undefined,
    holder_name: validateHolderName(form.holder_name),
    suffix: validateOptional(form.suffix.trim(), /^\d+$/, 'Use digits.'),
    merchant_reference: validateReference(form.merchant_reference.trim()),
    description: validateLength(form.description.trim(), 140),
    customer_name: validateLength(form.customer_name.trim(), 100),
    customer_email: validateOptional(form.customer_email.trim(), EMAIL, 'This is not an e-mail address.'),
    customer_phone: validateOptional(form.customer_phone.trim(), PHONE, 'Use digits, with + for another country.'),
  };
  const given = Object.entries(own).filter(([, fault]) => fault !== undefined);
  return Object.fromEntries([...of_bank, ...given]) as FieldErrors;
}

type Body = CallBody<typeof createVirtualAccount>;

/** What is sent: empty fields, and amounts that the kind of number does not have, are left out. The form has no faults. */
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

/** Whether anything was entered that would be lost. */
export const isDirty = (form: CreateForm): boolean => FIELDS.some((field) => form[field] !== EMPTY_FORM[field]);

/** What the chosen bank takes, in one line. */
export function formatBankLimits(bank: VaBank): string {
  const { holder_name_max, suffix_digits, from_any_bank } = getVaBank(bank);
  const payers = from_any_bank ? 'payable from any bank' : `payable from ${bank} only`;
  return `Name up to ${holder_name_max} characters, suffix of ${suffix_digits} digits, ${payers}`;
}
