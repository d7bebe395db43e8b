/** Validation of a payment link's terms, field by field. The form runs it while typing; the server has the final say. */
import * as duration from './duration.ts';
import { type LinkChannel, type StoredLink, CUSTOM_FIELDS_MAX } from './payment-link-terms.ts';
import { VA_BANKS } from './bank.ts';
import { formatRupiah } from './format.ts';
import { type Localized, localized } from './language.ts';
import { type Rupiah, add } from './money.ts';
import { QRIS_AMOUNT_MAX } from './qris-payment.ts';

export type LinkErrorCode =
  | 'surcharge_forbidden'
  | 'items_mismatch'
  | 'amount_outside_limits'
  | 'invalid_period'
  | 'invalid_payment_link';

export interface LinkValidationError {
  code: LinkErrorCode;
  field: string;
  detail: Localized;
}

/** The terms that are validated together. */
export type LinkTerms = Pick<
  StoredLink,
  | 'type'
  | 'amount'
  | 'min_amount'
  | 'max_amount'
  | 'items'
  | 'customer'
  | 'collect_fields'
  | 'channels'
  | 'fee_bearer'
  | 'usage_limit'
  | 'starts_at'
  | 'expires_at'
  | 'notify'
  | 'reminders'
>;

/** Minimum amount of any link, whole rupiah. */
export const LINK_AMOUNT_MIN = 1_000;
/** Minimum and maximum time for which a link can be paid. */
export const LINK_DURATION_MIN_MS = duration.minutes(1);
export const LINK_DURATION_MAX_MS = duration.days(180);

/** Limits of one payment that every given channel accepts. */
export function calculateAmountLimits(channels: readonly LinkChannel[]): { min: Rupiah; max: Rupiah } {
  const limits = channels.map((channel) => {
    const bank = VA_BANKS.find((each) => each.channel === channel);
    return bank ? { min: bank.amount_min, max: bank.amount_max } : { min: LINK_AMOUNT_MIN, max: QRIS_AMOUNT_MAX };
  });
  return {
    min: Math.max(LINK_AMOUNT_MIN, ...limits.map((each) => each.min)),
    max: Math.min(...limits.map((each) => each.max)),
  };
}

/** Sum of the items; null when it exceeds what a safe integer holds. */
export function sumItems(items: StoredLink['items']): Rupiah | null {
  try {
    return add(...items.map((item) => add(item.qty * item.price)));
  } catch {
    return null;
  }
}

/** Every validation error in the order of the form; an empty list when the terms are valid. */
export const validateLink = (link: LinkTerms, now: Date): LinkValidationError[] => [
  ...validateAmount(link),
  ...validateItems(link),
  ...validateCollectedFields(link),
  ...validateChannels(link),
  ...validatePeriod(link, now),
  ...validateMessages(link),
];

const validationError = (code: LinkErrorCode, field: string, en: string, id: string): LinkValidationError => ({
  code,
  field,
  detail: localized(en, id),
});
const invalid = (field: string, en: string, id: string): LinkValidationError[] => [
  validationError('invalid_payment_link', field, en, id),
];

function validateAmount({ type, amount, min_amount, max_amount, channels }: LinkTerms): LinkValidationError[] {
  if (type !== 'open_amount') {
    if (amount === null) return invalid('amount', 'Enter an amount.', 'Masukkan jumlah.');
    if (min_amount !== null || max_amount !== null) {
      return invalid(
        'min_amount',
        'Only an open-amount link has a minimum and a maximum amount.',
        'Jumlah minimum dan maksimum hanya berlaku untuk tautan dengan jumlah bebas.',
      );
    }
    return validateLimits('amount', amount, channels);
  }
  if (amount !== null) {
    return invalid(
      'amount',
      'An open-amount link has no fixed amount.',
      'Tautan dengan jumlah bebas tidak memiliki jumlah tetap.',
    );
  }
  if (min_amount === null) return invalid('min_amount', 'Enter a minimum amount.', 'Masukkan jumlah minimum.');
  if (max_amount === null) return invalid('max_amount', 'Enter a maximum amount.', 'Masukkan jumlah maksimum.');
  if (min_amount > max_amount) {
    return invalid(
      'max_amount',
      'The maximum amount must not be below the minimum.',
      'Jumlah maksimum tidak boleh di bawah jumlah minimum.',
    );
  }
  return [...validateLimits('min_amount', min_amount, channels), ...validateLimits('max_amount', max_amount, channels)];
}

function validateLimits(field: string, amount: Rupiah, channels: readonly LinkChannel[]): LinkValidationError[] {
  const { min, max } = calculateAmountLimits(channels);
  if (min <= amount && amount <= max) return [];
  const [lowest, highest] = [formatRupiah(min), formatRupiah(max)];
  return [
    validationError(
      'amount_outside_limits',
      field,
      `The selected payment methods accept ${lowest} to ${highest}.`,
      `Metode pembayaran yang dipilih menerima ${lowest} sampai ${highest}.`,
    ),
  ];
}

function validateItems({ type, amount, items }: LinkTerms): LinkValidationError[] {
  if (items.length === 0) return [];
  const mismatch = (en: string, id: string) => [validationError('items_mismatch', 'items', en, id)];
  if (type === 'open_amount') {
    return mismatch('An open-amount link has no items.', 'Tautan dengan jumlah bebas tidak memiliki rincian barang.');
  }
  const sum = sumItems(items);
  if (sum === amount) return [];
  if (sum === null) return mismatch('The total of the items is too large.', 'Total barang terlalu besar.');
  const total = formatRupiah(sum);
  return mismatch(
    `The items total ${total}, which differs from the amount.`,
    `Total barang ${total} berbeda dengan jumlah tagihan.`,
  );
}

function validateCollectedFields({ collect_fields, type, usage_limit }: LinkTerms): LinkValidationError[] {
  const errors: LinkValidationError[] = [];
  const custom = collect_fields.filter((field) => field.kind === 'custom');
  const others = collect_fields.filter((field) => field.kind !== 'custom').map((field) => field.kind);
  const report = (en: string, id: string) => errors.push(...invalid('collect_fields', en, id));
  if (custom.length > CUSTOM_FIELDS_MAX) {
    report(`Add at most ${CUSTOM_FIELDS_MAX} custom questions.`, `Maksimal ${CUSTOM_FIELDS_MAX} pertanyaan khusus.`);
  }
  if (new Set(others).size < others.length || new Set(custom.map((each) => each.label)).size < custom.length) {
    report('Each field can be requested only once.', 'Setiap isian hanya dapat diminta satu kali.');
  }
  if (custom.some((field) => field.label === null)) {
    report('Enter the question of the custom field.', 'Masukkan pertanyaan untuk isian khusus.');
  }
  if (collect_fields.some((field) => field.kind !== 'custom' && field.label !== null)) {
    report('Only a custom field has a question.', 'Hanya isian khusus yang memiliki pertanyaan.');
  }
  if (type === 'single_use' && usage_limit !== null) {
    errors.push(
      ...invalid(
        'usage_limit',
        'A single-use link has no usage limit.',
        'Tautan sekali pakai tidak memiliki batas pemakaian.',
      ),
    );
  }
  return errors;
}

function validateChannels({ channels, fee_bearer }: LinkTerms): LinkValidationError[] {
  if (new Set(channels).size < channels.length) {
    return invalid(
      'channels',
      'Each payment method can be listed only once.',
      'Setiap metode pembayaran hanya dapat dicantumkan satu kali.',
    );
  }
  if (fee_bearer === 'merchant' || !channels.includes('QRIS')) return [];
  return [
    validationError(
      'surcharge_forbidden',
      'fee_bearer',
      'Bank Indonesia forbids surcharges on QRIS. Pay the fee yourself or remove QRIS.',
      'Bank Indonesia melarang biaya tambahan pada QRIS. Tanggung biayanya sendiri atau hapus QRIS.',
    ),
  ];
}

function validatePeriod({ type, starts_at, expires_at }: LinkTerms, now: Date): LinkValidationError[] {
  const period = (en: string, id: string) => [validationError('invalid_period', 'expires_at', en, id)];
  if (expires_at === null) {
    if (type !== 'single_use') return [];
    return period('A single-use link needs an expiry.', 'Tautan sekali pakai harus memiliki batas waktu.');
  }
  const begin_ms = Math.max(now.getTime(), starts_at === null ? 0 : Date.parse(starts_at));
  const duration_ms = Date.parse(expires_at) - begin_ms;
  if (duration_ms < LINK_DURATION_MIN_MS) {
    return period(
      'Enter an expiry at least one minute after the start.',
      'Masukkan batas waktu paling cepat satu menit setelah waktu mulai.',
    );
  }
  if (duration_ms > LINK_DURATION_MAX_MS) {
    return period(
      'Enter an expiry at most 180 days after the start.',
      'Masukkan batas waktu paling lama 180 hari setelah waktu mulai.',
    );
  }
  return [];
}

function validateMessages({ notify, reminders, customer, expires_at }: LinkTerms): LinkValidationError[] {
  const errors: LinkValidationError[] = [];
  const has_email = (customer?.email ?? null) !== null;
  if (notify.email && !has_email) {
    errors.push(
      ...invalid(
        'customer.email',
        "Enter the customer's email address to send the link by email.",
        'Masukkan alamat email pelanggan untuk mengirim tautan melalui email.',
      ),
    );
  }
  if (notify.whatsapp && (customer?.phone ?? null) === null) {
    errors.push(
      ...invalid(
        'customer.phone',
        "Enter the customer's phone number for WhatsApp.",
        'Masukkan nomor telepon pelanggan untuk WhatsApp.',
      ),
    );
  }
  if (reminders.length === 0) return errors;
  if (!has_email) {
    errors.push(
      ...invalid(
        'customer.email',
        "Enter the customer's email address to send reminders.",
        'Masukkan alamat email pelanggan untuk mengirim pengingat.',
      ),
    );
  }
  if (expires_at === null) {
    errors.push(
      ...invalid('reminders', 'Reminders need an expiry.', 'Pengingat hanya dapat dikirim jika ada batas waktu.'),
    );
  }
  if (new Set(reminders).size < reminders.length) {
    errors.push(
      ...invalid(
        'reminders',
        'Each reminder can be listed only once.',
        'Setiap pengingat hanya dapat dicantumkan satu kali.',
      ),
    );
  }
  return errors;
}
