/** The form of a new QRIS payment: its rules and what is sent. */
import { QRIS_AMOUNT_MAX, QRIS_EXPIRY_DEFAULT_MINUTES, type createQrisPayment } from '@dasbor/contract/qris-payment';
import type { CallBody } from '@dasbor/contract/route';
import { formatAmount } from '../ui/amount.tsx';

export interface CreateForm {
  /** Whole rupiah; null while empty. */
  amount: number | null;
  merchant_reference: string;
  description: string;
  customer_name: string;
  customer_email: string;
  expires_in_minutes: number;
}
export type CreateField = keyof CreateForm;

/** In the order of the screen: the first faulty one is focused. */
export const FIELDS: readonly CreateField[] = [
  'amount',
  'merchant_reference',
  'description',
  'customer_name',
  'customer_email',
  'expires_in_minutes',
];

export const EMPTY_FORM: CreateForm = {
  amount: null,
  merchant_reference: '',
  description: '',
  customer_name: '',
  customer_email: '',
  expires_in_minutes: QRIS_EXPIRY_DEFAULT_MINUTES,
};

export const EXPIRIES = [
  { name: '5 minutes', minutes: 5 },
  { name: '15 minutes', minutes: 15 },
  { name: '30 minutes', minutes: 30 },
  { name: '1 hour', minutes: 60 },
  { name: '6 hours', minutes: 360 },
  { name: '24 hours', minutes: 1_440 },
  { name: '48 hours', minutes: 2_880 },
] as const;

const PLAIN = /^[\x20-\x7e]*$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function amountFault(amount: number | null): string | undefined {
  if (amount === null) return 'Enter the amount to pay.';
  if (amount < 1) return 'The amount is at least Rp 1.';
  if (amount > QRIS_AMOUNT_MAX) return `One QRIS payment is at most ${formatAmount(QRIS_AMOUNT_MAX)}.`;
  return undefined;
}

function referenceFault(reference: string): string | undefined {
  if (reference.length > 64) return 'A reference has at most 64 characters.';
  return PLAIN.test(reference) ? undefined : 'Use plain letters, digits and signs.';
}

function emailFault(email: string): string | undefined {
  return email === '' || EMAIL.test(email) ? undefined : 'This is not an e-mail address.';
}

const tooLong = (text: string, max: number): string | undefined =>
  text.length > max ? `At most ${max} characters.` : undefined;

/** What is wrong, by field. The server has the last word. */
export function faultsOf(form: CreateForm): Partial<Record<CreateField, string>> {
  const faults = {
    amount: amountFault(form.amount),
    merchant_reference: referenceFault(form.merchant_reference.trim()),
    description: tooLong(form.description.trim(), 140),
    customer_name: tooLong(form.customer_name.trim(), 100),
    customer_email: emailFault(form.customer_email.trim()),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

type Body = CallBody<typeof createQrisPayment>;

/** What is sent: empty fields are left out. The form has no faults. */
export function bodyOf(form: CreateForm): Body {
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  return {
    amount: form.amount ?? 0,
    merchant_reference: text(form.merchant_reference),
    description: text(form.description),
    customer_name: text(form.customer_name),
    customer_email: text(form.customer_email),
    expires_in_minutes: form.expires_in_minutes,
  };
}

/** Whether anything was entered that would be lost. */
export const isDirty = (form: CreateForm): boolean => FIELDS.some((field) => form[field] !== EMPTY_FORM[field]);
