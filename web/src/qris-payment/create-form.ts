/** The form of a new QRIS payment or static code: validation and request body. */
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
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

export interface CreateForm {
  type: QrisType;
  /** Internal name of a static code. */
  name: string;
  /** Whole rupiah; null while empty. */
  amount: number | null;
  tip_mode: TipMode;
  /** Whole rupiah for a fixed tip; the text entered for a percentage. */
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

/** In the order of the screen: the first field with an error gets the focus. */
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

/** Lifetimes that the form offers, in minutes. */
export const EXPIRY_MINUTES = [5, 15, 30, 60, 360, 1_440, 2_880] as const;

const ASCII = /^[\x20-\x7e]*$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function validateAmount(amount: number | null): string | undefined {
  if (amount === null) return messages().errors.amount_missing;
  if (amount < 1) return messages().errors.amount_min;
  if (amount > QRIS_AMOUNT_MAX) return messages().errors.amount_max(formatRupiah(QRIS_AMOUNT_MAX));
  return undefined;
}

function validateReference(reference: string): string | undefined {
  return ASCII.test(reference) ? validateLength(reference, 64) : messages().errors.ascii;
}

function validateEmail(email: string): string | undefined {
  return email === '' || EMAIL.test(email) ? undefined : messages().errors.email;
}

const validateLength = (text: string, max: number): string | undefined =>
  text.length > max ? messages().errors.too_long(max) : undefined;

function validateLocation(text: string, max: number): string | undefined {
  return /^[\x20-\x2b\x2d-\x7e]*$/.test(text) ? validateLength(text, max) : messages().errors.ascii_no_comma;
}

/** The tip of the form; `tip_value` is null while it is invalid. */
export function toTip({ tip_mode, tip_fixed, tip_percent }: CreateForm): QrisTip {
  if (tip_mode === 'fixed') return { tip_mode, tip_value: tip_fixed };
  if (tip_mode === 'percent') return { tip_mode, tip_value: parsePercent(tip_percent.trim().replace(',', '.')) };
  return { tip_mode, tip_value: null };
}

function validateTip(form: CreateForm): { tip_fixed?: string; tip_percent?: string } {
  const tip = toTip(form);
  const field = form.tip_mode === 'percent' ? 'tip_percent' : 'tip_fixed';
  const t = messages().errors;
  const error = findTipError(tip);
  if (error !== null) return { [field]: tip.tip_value === null ? t.tip_missing : error[currentLanguage()] };
  if (form.type === 'static' || (form.amount ?? 0) + calculateTip(form.amount ?? 0, tip) <= QRIS_AMOUNT_MAX) return {};
  return { [field]: t.total_max(formatRupiah(QRIS_AMOUNT_MAX)) };
}

/** Validation errors by field. The server validates again. */
export function validateForm(form: CreateForm): Partial<Record<CreateField, string>> {
  const amount = validateAmount(form.amount);
  const location = {
    store: validateLocation(form.store.trim(), QRIS_STORE_MAX),
    terminal: validateLocation(form.terminal.trim(), QRIS_TERMINAL_MAX),
  };
  const errors =
    form.type === 'static'
      ? { name: validateName(form.name.trim()), ...validateTip(form), ...location }
      : {
          amount,
          ...(amount === undefined ? validateTip(form) : {}),
          ...location,
          merchant_reference: validateReference(form.merchant_reference.trim()),
          description: validateLength(form.description.trim(), 140),
          customer_name: validateLength(form.customer_name.trim(), 100),
          customer_email: validateEmail(form.customer_email.trim()),
        };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

const validateName = (name: string): string | undefined =>
  name === '' ? messages().errors.name_missing : validateLength(name, QRIS_STICKER_NAME_MAX);

const toOptionalText = (value: string) => (value.trim() === '' ? undefined : value.trim());

/** Fields of both types of code, without empty ones. */
const toCodeFields = (form: CreateForm) => ({
  store: toOptionalText(form.store),
  terminal: toOptionalText(form.terminal),
  ...(form.tip_mode === 'none' ? {} : toTip(form)),
});

/** Request body of a static code. The form is valid. */
export const toStickerBody = (form: CreateForm): CallBody<typeof createQrisSticker> => ({
  name: form.name.trim(),
  ...toCodeFields(form),
});

/** Request body of a payment. The form is valid. */
export const toPaymentBody = (form: CreateForm): CallBody<typeof createQrisPayment> => ({
  amount: form.amount ?? 0,
  ...toCodeFields(form),
  merchant_reference: toOptionalText(form.merchant_reference),
  description: toOptionalText(form.description),
  customer_name: toOptionalText(form.customer_name),
  customer_email: toOptionalText(form.customer_email),
  expires_in_minutes: form.expires_in_minutes,
});

/** Whether the form holds input that would be lost. */
export const isDirty = (form: CreateForm): boolean =>
  FIELDS.some((field) => field !== 'type' && form[field] !== EMPTY_FORM[field]);
