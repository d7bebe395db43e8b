/**
 * Tips on QRIS codes (domain 1.10), tags 55 to 57 of a payload. The sandbox bank and the server share the rule of which
 * amounts can be paid.
 */
import { formatRate, formatRupiah } from './format.ts';
import { type Language, type Localized, localized } from './language.ts';
import { type Rupiah, add, prorate, subtract } from './money.ts';

/** Highest amount of one QRIS payment, tip included (Bank Indonesia, since 1 March 2022), whole rupiah. */
export const QRIS_AMOUNT_MAX = 10_000_000;
/** Highest percentage tip of tag 57: 99.99, in basis points. */
export const TIP_PERCENT_MAX_BPS = 9_999;

/** none; prompt: the payer chooses; fixed: an amount is added; percent: a percentage of the amount is added. */
export const TIP_MODES = ['none', 'prompt', 'fixed', 'percent'] as const;
export type TipMode = (typeof TIP_MODES)[number];

/** `tip_value`: whole rupiah when fixed, basis points when percent, else null. */
export interface QrisTip {
  tip_mode: TipMode;
  tip_value: number | null;
}
export const NO_TIP: QrisTip = { tip_mode: 'none', tip_value: null };

/** The reason why a tip is invalid; null when it is valid. */
export function findTipError({ tip_mode, tip_value }: QrisTip): Localized | null {
  if (tip_mode === 'none' || tip_mode === 'prompt') return tip_value === null ? null : VALUE_NOT_ALLOWED;
  const max = tip_mode === 'fixed' ? QRIS_AMOUNT_MAX - 1 : TIP_PERCENT_MAX_BPS;
  if (tip_value !== null && Number.isSafeInteger(tip_value) && tip_value >= 1 && tip_value <= max) return null;
  return tip_mode === 'fixed' ? FIXED_RANGE : PERCENT_RANGE;
}

const VALUE_NOT_ALLOWED = localized(
  'Only fixed and percentage tips have a value.',
  'Hanya tip tetap dan tip persentase yang memiliki nilai.',
);
const FIXED_RANGE = localized(
  'Enter a fixed tip from Rp 1 to Rp 9.999.999.',
  'Masukkan tip tetap dari Rp 1 sampai Rp 9.999.999.',
);
const PERCENT_RANGE = localized(
  'Enter a percentage from 0.01 to 99.99.',
  'Masukkan persentase dari 0,01 sampai 99,99.',
);

/** The tip added to an amount, whole rupiah, rounded half up; 0 when the payer chooses. */
export function calculateTip(amount: Rupiah, { tip_mode, tip_value }: QrisTip): Rupiah {
  if (tip_mode === 'fixed') return tip_value ?? 0;
  return tip_mode === 'percent' ? prorate(amount, tip_value ?? 0, 10_000) : 0;
}

/** Whether `paid` is valid for a code of `amount`: exact, or any amount up to the limit when the payer chooses the tip. */
export function isPayable(amount: Rupiah, tip: QrisTip, paid: Rupiah): boolean {
  if (tip.tip_mode === 'prompt') return paid >= amount && paid <= Math.max(amount, QRIS_AMOUNT_MAX);
  return paid === add(amount, calculateTip(amount, tip));
}

/**
 * The tip within the gross amount of a static code. `reported`: the tip that the bank reports, if any. 0 when it cannot be
 * calculated; a tip is never the whole amount.
 */
export function extractTip(gross: Rupiah, { tip_mode, tip_value }: QrisTip, reported: Rupiah | null): Rupiah {
  if (tip_mode === 'none') return 0;
  const calculate = {
    prompt: () => 0,
    fixed: () => tip_value ?? 0,
    percent: () => subtract(gross, prorate(gross, 10_000, 10_000 + (tip_value ?? 0))),
  }[tip_mode];
  const tip = reported ?? calculate();
  return tip < gross ? tip : 0;
}

/** Hundredths of a percent in the format of tag 57: `5`, `2.5`, `0.25`. */
export function formatPercent(bps: number): string {
  const text = `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')}`;
  return text.replace(/\.?0+$/, '');
}

/** Parses tag 57 to basis points; null for a percentage that is not between 0 and 100. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text);
  const bps = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0;
  return bps > 0 ? bps : null;
}

const PAYER_CHOOSES = localized('Payer chooses', 'Dipilih pembayar');

/** `Payer chooses`, `Rp 5.000` or `10%`; null for none. */
export function formatTip({ tip_mode, tip_value }: QrisTip, language: Language): string | null {
  switch (tip_mode) {
    case 'none':
      return null;
    case 'prompt':
      return PAYER_CHOOSES[language];
    case 'fixed':
      return formatRupiah(tip_value ?? 0);
    case 'percent':
      return formatRate(tip_value ?? 0, language);
  }
}
