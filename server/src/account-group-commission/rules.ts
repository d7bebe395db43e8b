/** Rules of commissions: their calculation, which payments they are about, and conflicts between them. Pure. */
import {
  type CommissionBreakdown,
  type CommissionRuleInput,
  type CommissionScope,
  type CommissionTerms,
  PPM_PER_PERCENT,
} from '@dasbor/contract/account-group-commission-fields';
import { type Localized, localized } from '@dasbor/contract/language';
import { type Rupiah, add, prorate, subtract } from '@dasbor/contract/money';

const PPM_PER_WHOLE = 100 * PPM_PER_PERCENT;

/** Properties of a payment that determine its commission. */
export interface EarningPayment {
  amount: Rupiah;
  /** Fee before VAT. */
  fee_amount: Rupiah;
  /** Amount after fee and VAT. */
  net_amount: Rupiah;
}

/** The rate that applies at a volume of the month: of the last tier that it has reached, else of the rule itself. */
export function chooseRate(
  { rate_ppm, flat_amount, tiers }: Pick<CommissionTerms, 'rate_ppm' | 'flat_amount' | 'tiers'>,
  month_volume: Rupiah,
): { rate_ppm: number; flat_amount: Rupiah } {
  const tier = tiers.findLast(({ volume_from }) => volume_from <= month_volume);
  return { rate_ppm: tier?.rate_ppm ?? rate_ppm, flat_amount: tier?.flat_amount ?? flat_amount };
}

/**
 * The commission of one payment, rounded half up to whole rupiah once. It is never negative, and never more than what its
 * bearer has: the fee of the provider, or the net amount of the merchant.
 */
export function calculateCommissionSteps(
  payment: EarningPayment,
  terms: CommissionTerms,
  month_volume: Rupiah,
): CommissionBreakdown {
  const rate = chooseRate(terms, month_volume);
  const share_amount = calculateShare(payment, terms.basis, rate);
  const ceiling = calculateCeiling(payment, terms.bearer);
  const bounded = applyBounds(share_amount, terms);
  const is_capped = bounded.amount > ceiling;
  return {
    ...rate,
    share_amount,
    bound: is_capped ? 'bearer' : bounded.bound,
    commission_amount: is_capped ? ceiling : bounded.amount,
  };
}

/** Upper bound of all commissions of a payment that one bearer pays: the fee, or the net amount. */
export const calculateCeiling = (payment: EarningPayment, bearer: CommissionTerms['bearer']): Rupiah =>
  bearer === 'from_platform_fee' ? payment.fee_amount : payment.net_amount;

export const calculateCommission = (payment: EarningPayment, terms: CommissionTerms, month_volume: Rupiah): Rupiah =>
  calculateCommissionSteps(payment, terms, month_volume).commission_amount;

function calculateShare(
  { amount, fee_amount }: EarningPayment,
  basis: CommissionTerms['basis'],
  { rate_ppm, flat_amount }: { rate_ppm: number; flat_amount: Rupiah },
): Rupiah {
  switch (basis) {
    case 'percent_of_gross':
      return add(prorate(amount, rate_ppm, PPM_PER_WHOLE), flat_amount);
    case 'percent_of_fee':
      return add(prorate(fee_amount, rate_ppm, PPM_PER_WHOLE), flat_amount);
    case 'flat':
      return flat_amount;
    case 'markup_over_base':
      return Math.max(0, subtract(fee_amount, prorate(amount, rate_ppm, PPM_PER_WHOLE), flat_amount));
  }
}

function applyBounds(
  amount: Rupiah,
  { commission_min, commission_max }: Pick<CommissionTerms, 'commission_min' | 'commission_max'>,
): { amount: Rupiah; bound: 'commission_min' | 'commission_max' | null } {
  if (commission_max !== null && amount > commission_max) return { amount: commission_max, bound: 'commission_max' };
  if (commission_min !== null && amount < commission_min) return { amount: commission_min, bound: 'commission_min' };
  return { amount, bound: null };
}

/**
 * Commission of a payment after refunds: in proportion to what was not refunded, and nothing once the bank reversed it. A
 * full refund reverses exactly what was earned, in however many parts.
 */
export function calculateEarned(
  commission_amount: Rupiah,
  payment: { amount: Rupiah; refunded_amount: Rupiah; is_reversed: boolean },
): Rupiah {
  if (payment.is_reversed) return 0;
  return subtract(commission_amount, prorate(commission_amount, payment.refunded_amount, payment.amount));
}

/** Whether a rule is about a payment of a method and bank. */
export const isInScope = (scope: CommissionScope, payment: { method: string; channel_code: string | null }): boolean =>
  (scope.method === null || scope.method === payment.method) &&
  (scope.channel_code === null || scope.channel_code === payment.channel_code);

/** Days from `effective_from` up to, not including, `effective_to`. */
export interface Period {
  effective_from: string;
  effective_to: string | null;
}

export const isInPeriod = ({ effective_from, effective_to }: Period, day: string): boolean =>
  effective_from <= day && (effective_to === null || day < effective_to);

/** Whether some payment would earn under both rules. */
export const isOverlapping = (a: CommissionScope & Period, b: CommissionScope & Period): boolean =>
  (a.method === null || b.method === null || a.method === b.method) &&
  (a.channel_code === null || b.channel_code === null || a.channel_code === b.channel_code) &&
  (a.effective_to === null || b.effective_from < a.effective_to) &&
  (b.effective_to === null || a.effective_from < b.effective_to);

/** Terms that contradict each other: the field and what to do; null when there are none. */
export function findInvalidTerm(input: CommissionRuleInput): { field: string; detail: Localized } | null {
  const { basis, channel_code, method, effective_from, effective_to } = input;
  const rates = [input, ...input.tiers];
  if (basis === 'flat' && rates.some(({ rate_ppm }) => rate_ppm > 0)) return INVALID.rate_of_flat;
  if (basis === 'flat' && rates.every(({ flat_amount }) => flat_amount === 0)) return INVALID.no_amount;
  if (basis.startsWith('percent') && rates.every((rate) => rate.rate_ppm + rate.flat_amount === 0))
    return INVALID.no_rate;
  if (hasReversedBounds(input)) return INVALID.bounds;
  if (channel_code !== null && method === null) return INVALID.channel_without_method;
  if (effective_to !== null && effective_to <= effective_from) return INVALID.period;
  return null;
}

const hasReversedBounds = ({
  commission_min,
  commission_max,
}: Pick<CommissionTerms, 'commission_min' | 'commission_max'>): boolean =>
  commission_min !== null && commission_max !== null && commission_max < commission_min;

/** Terms of a simulation that contradict each other. Unlike those of a rule, they may be without a rate. */
export const findInvalidSimulation = (terms: CommissionTerms): { field: string; detail: Localized } | null =>
  hasReversedBounds(terms) ? { ...INVALID.bounds, field: `terms.${INVALID.bounds.field}` } : null;

const INVALID = {
  rate_of_flat: {
    field: 'rate_ppm',
    detail: localized(
      'A flat commission has no rate. Enter 0 in the rule and in every tier.',
      'Komisi tetap tidak memiliki tarif. Isi 0 pada aturan dan setiap tingkat.',
    ),
  },
  no_amount: {
    field: 'flat_amount',
    detail: localized('Enter the amount per payment.', 'Isi jumlah per pembayaran.'),
  },
  no_rate: {
    field: 'rate_ppm',
    detail: localized('Enter a rate or an amount per payment.', 'Isi tarif atau jumlah per pembayaran.'),
  },
  bounds: {
    field: 'commission_max',
    detail: localized('The maximum must not be below the minimum.', 'Maksimum tidak boleh di bawah minimum.'),
  },
  channel_without_method: {
    field: 'channel_code',
    detail: localized('Choose a method before a bank.', 'Pilih metode sebelum bank.'),
  },
  period: {
    field: 'effective_to',
    detail: localized('The end date must be after the start date.', 'Tanggal akhir harus setelah tanggal mulai.'),
  },
} as const;
