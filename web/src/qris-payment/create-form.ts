/** The form of a new QRIS payment: its rules and what is sent. */
import {
  QRIS_EXPIRY_DEFAULT_MINUTES,
  QRIS_STICKER_NAME_MAX,
  QRIS_STORE_MAX,
  QRIS_TERMINAL_MAX,
  type QrisType,
  type createQrisPayment,
} from '@dasbor/contract/qris-payment';
import type { createQrisSticker } from '@dasbor/contract/sticker';
import {
  type QrisTip,
  QRIS_AMOUNT_MAX,
  type TipMode,
  findTipError,
  parsePercent,
  calculateTip,
} from '@dasbor/contract/qris-tip';
import type { CallBody } from '@dasbor/contract/route';
import { formatRupiah } from '../ui/amount.tsx';

export interface CreateForm {
  type: QrisType;
  /** Of a sticker: what your people call it. */
  name: string;
  /** Whole rupiah; null while empty. */
  amount: number | null;
  tip_mode: TipMode;
  /** Whole rupiah when fixed, percent as it is typed when percent. */
  tip_fixed: number | null;
  tip_percent: string;
  store: string;
  terminal: string;
  merchant_reference: string;
  description: string;
  customer_name: string;
  customer_email: string;
  expires_in_minutes: number;
}
export type CreateField = keyof CreateForm;

/** In the order of the screen: the first faulty one is focused. */
export const FIELDS: readonly CreateField[] = [
  'type',
  'name',
  'amount',
  'tip_mode',
  'tip_fixed',
  'tip_percent',
  'store',
  'terminal',
  'merchant_reference',
  'description',
  'customer_name',
  'customer_email',
  'expires_in_minutes',
];

export const EMPTY_FORM: CreateForm = {
  type: 'dynamic',
  name: '',
  amount: null,
  tip_mode: 'none',
  tip_fixed: null,
  tip_percent: '',
  store: '',
  terminal: '',
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

function validateAmount(amount: number | null): string | undefined {
  if (amount === null) return 'Enter the amount to pay.';
  if (amount < 1) return 'The amount is at least Rp 1.';
  if (amount > QRIS_AMOUNT_MAX) return `One QRIS payment is at most ${formatRupiah(QRIS_AMOUNT_MAX)}.`;
  return undefined;
}

function validateReference(reference: string): string | undefined {
  if (reference.length > 64) return 'A reference has at most 64 characters.';
  return PLAIN.test(reference) ? undefined : 'Use plain letters, digits and signs.';
}

function validateEmail(email: string): string | undefined {
  return email === '' || EMAIL.test(email) ? undefined : 'This is not an e-mail address.';
}

const validateLength = (text: string, max: number): string | undefined =>
  text.length > max ? `At most ${max} characters.` : undefined;

function validateLocation(toOptionalText: string, max: number): string | undefined {
  if (toOptionalText.length > max) return `At most ${max} characters.`;
  return /^[\x20-\x2b\x2d-\x7e]*$/.test(toOptionalText)
    ? undefined
    : 'Use plain letters, digits and signs, without a comma.';
}

/** The tip as the code says it; `tip_value` is null too where nothing sensible was typed. */
export function toTip({ tip_mode, tip_fixed, tip_percent }: CreateForm): QrisTip {
  if (tip_mode === 'fixed') return { tip_mode, tip_value: tip_fixed };
  if (tip_mode === 'percent') return { tip_mode, tip_value: parsePercent(tip_percent.trim().replace(',', '.')) };
  return { tip_mode, tip_value: null };
}

function validateTip(form: CreateForm): { tip_fixed?: string; tip_percent?: string } {
  const tip = toTip(form);
  const field = form.tip_mode === 'percent' ? 'tip_percent' : 'tip_fixed';
  const fault = findTipError(tip);
  if (fault !== null) return { [field]: tip.tip_value === null ? 'Enter the tip.' : fault };
  if (form.type === 'static' || (form.amount ?? 0) + calculateTip(form.amount ?? 0, tip) <= QRIS_AMOUNT_MAX) return {};
  return { [field]: `Amount and tip are at most ${formatRupiah(QRIS_AMOUNT_MAX)} together.` };
}

/** What is wrong, by field. The server has the last word. */
export function validateForm(form: CreateForm): Partial<Record<CreateField, string>> {
  const amount = validateAmount(form.amount);
  const places = {
    store: validateLocation(form.store.trim(), QRIS_STORE_MAX),
    terminal: validateLocation(form.terminal.trim(), QRIS_TERMINAL_MAX),
  };
  const faults =
    form.type === 'static'
      ? { name: validateName(form.name.trim()), ...validateTip(form), ...places }
      : {
          amount,
          ...(amount === undefined ? validateTip(form) : {}),
          ...places,
          merchant_reference: validateReference(form.merchant_reference.trim()),
          description: validateLength(form.description.trim(), 140),
          customer_name: validateLength(form.customer_name.trim(), 100),
          customer_email: validateEmail(form.customer_email.trim()),
        };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

const validateName = (name: string): string | undefined =>
  name === '' ? 'Enter a name.' : validateLength(name, QRIS_STICKER_NAME_MAX);

const text = (value: string) => (value.trim() === '' ? undefined : value.trim());

/** What both kinds of code send: empty fields are left out. */
const toCodeFields = (form: CreateForm) => ({
  store: text(form.store),
  terminal: text(form.terminal),
  ...(form.tip_mode === 'none' ? {} : toTip(form)),
});

/** What is sent for a sticker. The form has no faults. */
export const toStickerBody = (form: CreateForm): CallBody<typeof createQrisSticker> => ({
  name: form.name.trim(),
  ...toCodeFields(form),
});

/** What is sent for a payment. The form has no faults. */
export const toPaymentBody = (form: CreateForm): CallBody<typeof createQrisPayment> => ({
  amount: form.amount ?? 0,
  ...toCodeFields(form),
  merchant_reference: text(form.merchant_reference),
  description: text(form.description),
  customer_name: text(form.customer_name),
  customer_email: text(form.customer_email),
  expires_in_minutes: form.expires_in_minutes,
});

/** Whether anything was entered that would be lost. */
export const isDirty = (form: CreateForm): boolean =>
  FIELDS.some((field) => field !== 'type' && form[field] !== EMPTY_FORM[field]);
