/** Decisions of the pay page: what a customer is shown, what is taken as an answer, and what each way costs. Pure. */
import { VA_BANKS, getVaBank } from '@dasbor/contract/bank';
import { METADATA_KEYS_MAX } from '@dasbor/contract/metadata';
import type { Rupiah } from '@dasbor/contract/money';
import { PAY_ANSWER_MAX, type PayAttemptStatus, type PayField, type PayMethod } from '@dasbor/contract/pay';
import type { CollectedField, LinkChannel, StoredLink } from '@dasbor/contract/payment-link-terms';
import { LINK_AMOUNT_MIN } from '@dasbor/contract/payment-link-validation';
import { QRIS_AMOUNT_MAX, QRIS_EXPIRY_DEFAULT_MINUTES } from '@dasbor/contract/qris-payment';
import { toBusinessDay } from '@dasbor/contract/time';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { VA_EXPIRY_DEFAULT_S, VA_EXPIRY_MIN_S } from '@dasbor/contract/virtual-account';
import { grossUp } from '../payment-link/rules.ts';
import { type DatedFeeRule, isPaid } from '../transaction/rules.ts';

/** Prices of virtual accounts: needed only where the customer bears the fee. */
export interface Prices {
  fee_rules: readonly DatedFeeRule[];
  fee_class: string;
}

type PricedLink = Pick<StoredLink, 'amount' | 'min_amount' | 'max_amount' | 'channels' | 'fee_bearer'>;

/** The ways to pay a link, QRIS first, each with what it costs the customer. `chosen`: the customer's own amount. */
export function buildMethods(link: PricedLink, prices: Prices | null, chosen: Rupiah | null, now: Date): PayMethod[] {
  const wanted = link.amount ?? (isWithinLimits(link, chosen) ? chosen : null);
  return [...link.channels].sort(compareMethods).map((channel) => {
    const amount = wanted === null ? null : calculatePayerAmount(link, channel, prices, wanted, now);
    return {
      ...getMethodDetails(channel),
      channel,
      amount,
      surcharge: amount === null || wanted === null ? 0 : amount - wanted,
    };
  });
}

const compareMethods = (a: LinkChannel, b: LinkChannel): number => Number(b === 'QRIS') - Number(a === 'QRIS');

/** Whether an amount is one that the customer may decide on. */
export const isWithinLimits = (link: Pick<PricedLink, 'min_amount' | 'max_amount'>, amount: Rupiah | null): boolean =>
  amount !== null && (link.min_amount ?? 1) <= amount && amount <= (link.max_amount ?? Number.MAX_SAFE_INTEGER);

/** What the customer pays by a channel so that the merchant is asked to bear only what it chose to. */
export function calculatePayerAmount(
  link: Pick<PricedLink, 'fee_bearer'>,
  channel: LinkChannel,
  prices: Prices | null,
  wanted: Rupiah,
  now: Date,
): Rupiah {
  // A surcharge on QRIS is forbidden, whatever the link says.
  if (link.fee_bearer === 'merchant' || channel === 'QRIS') return wanted;
  if (prices === null) throw new Error('The fee is the customer’s, and no price was read');
  const payment = {
    method: 'virtual_account',
    channel_code: channel,
    criteria: prices.fee_class,
    day: toBusinessDay(now),
  };
  return grossUp(prices.fee_rules, payment, wanted).payer_amount;
}

/** Name and limits of a way to pay. */
export function getMethodDetails(
  channel: LinkChannel,
): Pick<PayMethod, 'name' | 'from_any_bank' | 'amount_min' | 'amount_max'> {
  if (channel === 'QRIS') {
    return { name: 'QRIS', from_any_bank: true, amount_min: LINK_AMOUNT_MIN, amount_max: QRIS_AMOUNT_MAX };
  }
  const { from_any_bank, amount_min, amount_max } = getVaBank(channel);
  return { name: getBankName(channel), from_any_bank, amount_min, amount_max };
}

/** Short names are abbreviations, except for three that are names. */
export const getBankName = (channel: string): string =>
  ({ MANDIRI: 'Mandiri', PERMATA: 'Permata', CIMB: 'CIMB Niaga' })[channel] ?? channel;

/** What the page asks of the customer; custom questions are numbered in their order. */
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
  /** Everything else that was asked, by the name of its field. */
  metadata: Record<string, string>;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const PHONE = /^\+?\d{8,15}$/;

/** Why an answer is not taken; null when it is. */
function findAnswerError(field: PayField, value: string): string | null {
  if (value === '') return field.required ? 'Please fill this in.' : null;
  if (value.length > PAY_ANSWER_MAX) return `At most ${PAY_ANSWER_MAX} characters.`;
  if (field.kind === 'email' && (!EMAIL.test(value) || value.length > 254)) return 'Enter a complete e-mail address.';
  if (field.kind === 'phone' && !PHONE.test(normalizePhone(value))) return 'Enter a phone number, digits only.';
  return null;
}

/** People write telephone numbers with spaces, dots and hyphens. */
const normalizePhone = (value: string): string => value.replaceAll(/[\s.()-]/g, '');

/** What the customer answered; what was not asked for is left out. Faults name their fields. */
export function parseAnswers(
  link: Pick<StoredLink, 'collect_fields' | 'customer' | 'metadata'>,
  answers: readonly { key: string; value: string }[],
): { answers: Answers } | { faults: { field: string; detail: string }[] } {
  const fields = buildFields(link.collect_fields);
  const given = new Map(answers.map(({ key, value }) => [key, value]));
  const faults = fields.flatMap((field) => {
    const detail = findAnswerError(field, given.get(field.key) ?? '');
    return detail === null ? [] : [{ field: field.key, detail }];
  });
  if (faults.length > 0) return { faults };
  const answerOf = (key: string): string | null =>
    fields.some((field) => field.key === key) ? given.get(key) || null : null;
  const phone = answerOf('phone');
  const metadata: Record<string, string> = {};
  for (const { key, kind, label } of fields) {
    const value = answerOf(key);
    if (value !== null && kind === 'address') metadata.address = value;
    if (value !== null && kind === 'custom') metadata[key] = `${label ?? ''}: ${value}`;
  }
  // The merchant's own pairs, as many as a payment carries beside the answers.
  const asked = Object.keys(metadata).length;
  const own = Object.entries(link.metadata ?? {}).filter(([name]) => !(name in metadata));
  const merged = { ...Object.fromEntries(own.slice(0, METADATA_KEYS_MAX - asked)), ...metadata };
  return {
    answers: {
      customer_name: answerOf('name') ?? link.customer?.name ?? null,
      customer_email: answerOf('email') ?? link.customer?.email ?? null,
      customer_phone: phone === null ? (link.customer?.phone ?? null) : normalizePhone(phone),
      metadata: merged,
    },
  };
}

/** How long a new code or number lives: no longer than its link. */
export function getExpiry(channel: LinkChannel, link: Pick<StoredLink, 'expires_at'>, now: Date) {
  const left_s = link.expires_at === null ? Infinity : Math.floor((Date.parse(link.expires_at) - now.getTime()) / 1000);
  if (channel === 'QRIS') {
    return { expires_in_minutes: Math.max(1, Math.min(QRIS_EXPIRY_DEFAULT_MINUTES, Math.floor(left_s / 60))) };
  }
  return { expires_in_s: Math.max(VA_EXPIRY_MIN_S, Math.min(VA_EXPIRY_DEFAULT_S, left_s)) };
}

/** Name at the bank: the merchant's, in the letters that banks take. */
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

/** What a customer is told of a payment. Its time may be over before the bank was asked a last time. */
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
