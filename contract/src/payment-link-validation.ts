/** What is wrong with the terms of a link, field by field: the form says it at once, the server has the last word. */
import { type LinkChannel, type StoredLink, CUSTOM_FIELDS_MAX } from './payment-link-terms.ts';
import { VA_BANKS } from './bank.ts';
import { type Rupiah, add } from './money.ts';
import { QRIS_AMOUNT_MAX } from './qris-payment.ts';

export type LinkErrorCode =
  | 'surcharge_forbidden'
  | 'items_mismatch'
  | 'amount_outside_limits'
  | 'invalid_period'
  | 'invalid_link';

export interface LinkValidationError {
  code: LinkErrorCode;
  field: string;
  detail: string;
}

/** The terms that are judged together. */
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

/** Least amount of any link, whole rupiah. */
export const LINK_AMOUNT_MIN = 1_000;
/** Shortest and longest time in which a link can be paid. */
export const LINK_DURATION_MIN_MS = 60_000;
export const LINK_DURATION_MAX_MS = 180 * 24 * 3_600_000;

/** What one payment may be, so that every one of the channels takes it. */
export function getAmountLimits(channels: readonly LinkChannel[]): { min: Rupiah; max: Rupiah } {
  const of_each = channels.map((channel) => {
    const bank = VA_BANKS.find((each) => each.channel === channel);
    return bank ? { min: bank.amount_min, max: bank.amount_max } : { min: LINK_AMOUNT_MIN, max: QRIS_AMOUNT_MAX };
  });
  return {
    min: Math.max(LINK_AMOUNT_MIN, ...of_each.map((each) => each.min)),
    max: Math.min(...of_each.map((each) => each.max)),
  };
}

/** The sum of the items; null when it is no amount that a number can hold. */
export function sumItems(items: StoredLink['items']): Rupiah | null {
  try {
    return add(...items.map((item) => add(item.qty * item.price)));
  } catch {
    return null;
  }
}

/** Every fault, in the order of the form; none: an empty list. */
export const validateLink = (link: LinkTerms, now: Date): LinkValidationError[] => [
  ...validateAmount(link),
  ...validateItems(link),
  ...validateCollectedFields(link),
  ...validateChannels(link),
  ...validatePeriod(link, now),
  ...validateMessages(link),
];

const validationError = (code: LinkErrorCode, field: string, detail: string): LinkValidationError => ({
  code,
  field,
  detail,
});
const rupiahText = (amount: Rupiah): string => `Rp ${amount.toLocaleString('id-ID')}`;

function validateAmount({ type, amount, min_amount, max_amount, channels }: LinkTerms): LinkValidationError[] {
  if (type !== 'open_amount') {
    if (amount === null) return [validationError('invalid_link', 'amount', 'Give an amount.')];
    if (min_amount !== null || max_amount !== null) {
      return [
        validationError(
          'invalid_link',
          'min_amount',
          'Only a link of an open amount has a least and a greatest amount.',
        ),
      ];
    }
    return validateLimits('amount', amount, channels);
  }
  if (amount !== null) return [validationError('invalid_link', 'amount', 'The payer says the amount of this link.')];
  if (min_amount === null) return [validationError('invalid_link', 'min_amount', 'Give the least amount.')];
  if (max_amount === null) return [validationError('invalid_link', 'max_amount', 'Give the greatest amount.')];
  if (min_amount > max_amount) {
    return [validationError('invalid_link', 'max_amount', 'The greatest amount is below the least.')];
  }
  return [...validateLimits('min_amount', min_amount, channels), ...validateLimits('max_amount', max_amount, channels)];
}

function validateLimits(field: string, amount: Rupiah, channels: readonly LinkChannel[]): LinkValidationError[] {
  const { min, max } = getAmountLimits(channels);
  if (min <= amount && amount <= max) return [];
  const detail = `All the ways of paying together take ${rupiahText(min)} to ${rupiahText(max)}.`;
  return [validationError('amount_outside_limits', field, detail)];
}

function validateItems({ type, amount, items }: LinkTerms): LinkValidationError[] {
  if (items.length === 0) return [];
  if (type === 'open_amount')
    return [validationError('items_mismatch', 'items', 'A link of an open amount has no items.')];
  const sum = sumItems(items);
  if (sum === amount) return [];
  const detail = sum === null ? 'The items sum to too much.' : `The items sum to ${rupiahText(sum)}, not the amount.`;
  return [validationError('items_mismatch', 'items', detail)];
}

function validateCollectedFields({ collect_fields, type, usage_limit }: LinkTerms): LinkValidationError[] {
  const faults: LinkValidationError[] = [];
  const custom = collect_fields.filter((field) => field.kind === 'custom');
  const others = collect_fields.filter((field) => field.kind !== 'custom').map((field) => field.kind);
  if (custom.length > CUSTOM_FIELDS_MAX) {
    faults.push(
      validationError('invalid_link', 'collect_fields', `At most ${CUSTOM_FIELDS_MAX} questions of your own.`),
    );
  }
  if (new Set(others).size < others.length || new Set(custom.map((each) => each.label)).size < custom.length) {
    faults.push(validationError('invalid_link', 'collect_fields', 'The same thing is asked for twice.'));
  }
  if (custom.some((field) => field.label === null)) {
    faults.push(validationError('invalid_link', 'collect_fields', 'Write the question of your own field.'));
  }
  if (collect_fields.some((field) => field.kind !== 'custom' && field.label !== null)) {
    faults.push(validationError('invalid_link', 'collect_fields', 'Only a field of your own has a question.'));
  }
  if (type === 'single_use' && usage_limit !== null) {
    faults.push(validationError('invalid_link', 'usage_limit', 'A single-use link is paid once.'));
  }
  return faults;
}

function validateChannels({ channels, fee_bearer }: LinkTerms): LinkValidationError[] {
  if (new Set(channels).size < channels.length) {
    return [validationError('invalid_link', 'channels', 'The same way of paying is named twice.')];
  }
  if (fee_bearer === 'merchant' || !channels.includes('QRIS')) return [];
  const detail = 'Bank Indonesia forbids a surcharge on QRIS: bear the fee yourself, or leave QRIS out.';
  return [validationError('surcharge_forbidden', 'fee_bearer', detail)];
}

function validatePeriod({ type, starts_at, expires_at }: LinkTerms, now: Date): LinkValidationError[] {
  if (expires_at === null) {
    return type === 'single_use'
      ? [validationError('invalid_period', 'expires_at', 'A single-use link needs an end.')]
      : [];
  }
  const begin_ms = Math.max(now.getTime(), starts_at === null ? 0 : Date.parse(starts_at));
  const life_ms = Date.parse(expires_at) - begin_ms;
  if (life_ms < LINK_DURATION_MIN_MS) {
    return [validationError('invalid_period', 'expires_at', 'Give a time at least one minute after the beginning.')];
  }
  if (life_ms > LINK_DURATION_MAX_MS) {
    return [validationError('invalid_period', 'expires_at', 'Give a time at most 180 days after the beginning.')];
  }
  return [];
}

function validateMessages({ notify, reminders, customer, expires_at }: LinkTerms): LinkValidationError[] {
  const faults: LinkValidationError[] = [];
  const has_email = (customer?.email ?? null) !== null;
  if (notify.email && !has_email)
    faults.push(validationError('invalid_link', 'customer.email', 'Give an e-mail to send to.'));
  if (notify.whatsapp && (customer?.phone ?? null) === null) {
    faults.push(validationError('invalid_link', 'customer.phone', 'Give a telephone number for WhatsApp.'));
  }
  if (reminders.length === 0) return faults;
  if (!has_email)
    faults.push(validationError('invalid_link', 'customer.email', 'Reminders need the e-mail of the customer.'));
  if (expires_at === null)
    faults.push(validationError('invalid_link', 'reminders', 'Only a link that ends can remind.'));
  if (new Set(reminders).size < reminders.length) {
    faults.push(validationError('invalid_link', 'reminders', 'The same reminder is named twice.'));
  }
  return faults;
}
