/** Pure rules of the pay page: payment methods and their prices, fields and answers, expiry and status. */
import { BANKS, VA_BANKS, getVaBank } from '@dasbor/contract/bank';
import { METADATA_KEYS_MAX } from '@dasbor/contract/metadata';
import { type Localized, localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import { PAY_FIELD_VALUE_MAX, type PayAttemptStatus, type PayField, type PayMethod } from '@dasbor/contract/pay';
import type { OutageMethod } from '@dasbor/contract/outage';
import type { CollectedField, LinkChannel, StoredLink } from '@dasbor/contract/payment-link-terms';
import { LINK_AMOUNT_MIN } from '@dasbor/contract/payment-link-validation';
import { QRIS_AMOUNT_MAX, QRIS_EXPIRY_DEFAULT_MINUTES } from '@dasbor/contract/qris-payment';
import { toBusinessDay } from '@dasbor/contract/time';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { VA_EXPIRY_DEFAULT_S, VA_EXPIRY_MIN_S } from '@dasbor/contract/virtual-account';
import { grossUp } from '../payment-link/rules.ts';
import { type DatedFeeRule, isPaid } from '../transaction/rules.ts';

/** Prices of virtual accounts; needed only when the customer pays the fee. */
export interface Prices {
  fee_rules: readonly DatedFeeRule[];
  fee_class: string;
}

type PricedLink = Pick<StoredLink, 'amount' | 'min_amount' | 'max_amount' | 'channels' | 'fee_bearer'>;

/** Payment methods of a link, QRIS first, with the amount to pay. `entered_amount`: an open amount from the customer. */
export function buildMethods(
  link: PricedLink,
  prices: Prices | null,
  entered_amount: Rupiah | null,
  now: Date,
): Omit<PayMethod, 'outage'>[] {
  const net_amount = link.amount ?? (isWithinLimits(link, entered_amount) ? entered_amount : null);
  return [...link.channels].sort(compareMethods).map((channel) => {
    const amount = net_amount === null ? null : calculatePayerAmount({ link, channel, net_amount }, prices, now);
    return {
      ...buildMethodDetails(channel),
      channel,
      amount,
      surcharge: amount === null || net_amount === null ? 0 : amount - net_amount,
    };
  });
}

const compareMethods = (a: LinkChannel, b: LinkChannel): number => Number(b === 'QRIS') - Number(a === 'QRIS');

/** Whether an open amount is within the limits of the link. */
export const isWithinLimits = (link: Pick<PricedLink, 'min_amount' | 'max_amount'>, amount: Rupiah | null): boolean =>
  amount !== null && (link.min_amount ?? 1) <= amount && amount <= (link.max_amount ?? Number.MAX_SAFE_INTEGER);

/** The amount a customer pays through a channel, including the fee if the customer pays it. */
export function calculatePayerAmount(
  { link, channel, net_amount }: { link: Pick<PricedLink, 'fee_bearer'>; channel: LinkChannel; net_amount: Rupiah },
  prices: Prices | null,
  now: Date,
): Rupiah {
  // Surcharges on QRIS are forbidden, regardless of the link.
  if (link.fee_bearer === 'merchant' || channel === 'QRIS') return net_amount;
  if (prices === null) throw new Error('The customer pays the fee, but no prices were loaded');
  const payment = {
    method: 'virtual_account',
    channel_code: channel,
    criteria: prices.fee_class,
    day: toBusinessDay(now),
  };
  return grossUp(prices.fee_rules, payment, net_amount).payer_amount;
}

/** Name and limits of a payment method. */
export function buildMethodDetails(
  channel: LinkChannel,
): Pick<PayMethod, 'name' | 'from_any_bank' | 'amount_min' | 'amount_max'> {
  if (channel === 'QRIS') {
    return { name: 'QRIS', from_any_bank: true, amount_min: LINK_AMOUNT_MIN, amount_max: QRIS_AMOUNT_MAX };
  }
  const { from_any_bank, amount_min, amount_max } = getVaBank(channel);
  return { name: getBankName(channel), from_any_bank, amount_min, amount_max };
}

/** Display name of a bank: most short names are abbreviations already. */
export const getBankName = (channel: string): string =>
  ({ MANDIRI: 'Mandiri', PERMATA: 'Permata', CIMB: 'CIMB Niaga' })[channel] ?? channel;

/** Fields that the customer fills in; custom questions are numbered in their order. */
export function buildFields(collect_fields: readonly CollectedField[]): PayField[] {
  let custom = 0;
  return collect_fields.map(({ kind, label, required }) => {
    if (kind === 'custom') custom += 1;
    return { key: kind === 'custom' ? `custom_${custom}` : kind, kind, label, required };
  });
}

export interface Answers {
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  /** Other answers, by the key of their field. */
  metadata: Record<string, string>;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const PHONE = /^\+?\d{8,15}$/;

/** The validation error of an answer; null when it is valid. */
function findAnswerError(field: PayField, value: string): Localized | null {
  if (value === '') return field.required ? localized('Fill in this field.', 'Isi kolom ini.') : null;
  if (value.length > PAY_FIELD_VALUE_MAX)
    return localized(
      `Enter at most ${PAY_FIELD_VALUE_MAX} characters.`,
      `Masukkan maksimal ${PAY_FIELD_VALUE_MAX} karakter.`,
    );
  if (field.kind === 'email' && (!EMAIL.test(value) || value.length > 254))
    return localized('Enter a valid email address.', 'Masukkan alamat email yang valid.');
  if (field.kind === 'phone' && !PHONE.test(normalizePhone(value)))
    return localized('Enter a phone number in digits.', 'Masukkan nomor telepon dalam angka.');
  return null;
}

/** Phone numbers are commonly written with spaces, dots and hyphens. */
const normalizePhone = (value: string): string => value.replaceAll(/[\s.()-]/g, '');

/** Validates the answers; answers to fields that the link does not have are ignored. */
export function parseAnswers(
  link: Pick<StoredLink, 'collect_fields' | 'customer' | 'metadata'>,
  answers: readonly { key: string; value: string }[],
): { answers: Answers } | { errors: { field: string; detail: Localized }[] } {
  const fields = buildFields(link.collect_fields);
  const given = new Map(answers.map(({ key, value }) => [key, value]));
  const errors = fields.flatMap((field) => {
    const detail = findAnswerError(field, given.get(field.key) ?? '');
    return detail === null ? [] : [{ field: field.key, detail }];
  });
  if (errors.length > 0) return { errors };
  const getAnswer = (key: string): string | null =>
    fields.some((field) => field.key === key) ? given.get(key) || null : null;
  const phone = getAnswer('phone');
  const metadata: Record<string, string> = {};
  for (const { key, kind, label } of fields) {
    const value = getAnswer(key);
    if (value !== null && kind === 'address') metadata.address = value;
    if (value !== null && kind === 'custom') metadata[key] = `${label ?? ''}: ${value}`;
  }
  // The merchant's metadata fills the keys that the answers leave free.
  const answer_count = Object.keys(metadata).length;
  const own = Object.entries(link.metadata ?? {}).filter(([name]) => !(name in metadata));
  const merged = { ...Object.fromEntries(own.slice(0, METADATA_KEYS_MAX - answer_count)), ...metadata };
  return {
    answers: {
      customer_name: getAnswer('name') ?? link.customer?.name ?? null,
      customer_email: getAnswer('email') ?? link.customer?.email ?? null,
      customer_phone: phone === null ? (link.customer?.phone ?? null) : normalizePhone(phone),
      metadata: merged,
    },
  };
}

/** Lifetime of a new code or number: never beyond the expiry of its link. */
export function calculateExpiry(channel: LinkChannel, link: Pick<StoredLink, 'expires_at'>, now: Date) {
  const left_s = link.expires_at === null ? Infinity : Math.floor((Date.parse(link.expires_at) - now.getTime()) / 1000);
  if (channel === 'QRIS') {
    return { expires_in_minutes: Math.max(1, Math.min(QRIS_EXPIRY_DEFAULT_MINUTES, Math.floor(left_s / 60))) };
  }
  return { expires_in_s: Math.max(VA_EXPIRY_MIN_S, Math.min(VA_EXPIRY_DEFAULT_S, left_s)) };
}

/** Account name at the bank: the brand name in the characters that banks accept. */
export function formatHolderName(brand_name: string, channel: LinkChannel): string {
  const { holder_name_max } = VA_BANKS.find((bank) => bank.channel === channel) ?? { holder_name_max: 24 };
  const plain = brand_name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();
  return plain.slice(0, holder_name_max).trim() || 'MERCHANT';
}

/** Status of an attempt for the customer. An attempt can be past its expiry before the final check with the bank. */
export function toAttemptStatus(
  payment: { status: TransactionStatus; expires_at: string },
  now: Date,
): PayAttemptStatus {
  if (isPaid(payment.status)) return payment.status === 'reversed' ? 'failed' : 'paid';
  if (payment.status === 'failed') return 'failed';
  if (payment.status === 'expired' || payment.status === 'cancelled') return 'expired';
  if (Date.parse(payment.expires_at) <= now.getTime()) return 'expired';
  return payment.status === 'created' ? 'preparing' : 'waiting';
}

/** Outage of a payment method as customers see it. */
export interface PaymentOutage {
  methods: readonly OutageMethod[];
  bank_code: string | null;
  text_en: string;
  text_id: string;
}

/** The text of the first outage that concerns a channel. */
export function findOutageText(outages: readonly PaymentOutage[], channel: LinkChannel): PayMethod['outage'] {
  const method = channel === 'QRIS' ? 'qris' : 'virtual_account';
  const bank_code = BANKS.find((bank) => bank.channel === channel)?.code;
  const found = outages.find(
    (outage) => outage.methods.includes(method) && (outage.bank_code === null || outage.bank_code === bank_code),
  );
  return found === undefined ? null : { en: found.text_en, id: found.text_id };
}
