/**
 * Tips on QRIS codes (domain 1.10): what the payer gives on top of the amount, as tags 55 to 57 of a payload say it.
 * The rule of what may be paid stands here, for the bank that takes the payment and for us who are told of it.
 */
import { type Rupiah, add, prorate, subtract } from './money.ts';

/** Highest amount of one QRIS payment, tip included (Bank Indonesia, since 1 March 2022), whole rupiah. */
export const QRIS_AMOUNT_MAX = 10_000_000;
/** Highest tip in percent that tag 57 holds: 99.99, in hundredths of a percent. */
export const TIP_PERCENT_MAX_BPS = 9_999;

/** none · prompt: the payer is asked and chooses · fixed: an amount on top · percent: a share of the amount on top. */
export const TIP_MODES = ['none', 'prompt', 'fixed', 'percent'] as const;
export type TipMode = (typeof TIP_MODES)[number];

/** `tip_value`: whole rupiah when fixed, hundredths of a percent when percent, else null. */
export interface QrisTip {
  tip_mode: TipMode;
  tip_value: number | null;
}
export const NO_TIP: QrisTip = { tip_mode: 'none', tip_value: null };

/** Why a tip cannot be asked for, for a person; null when it can. */
export function findTipError({ tip_mode, tip_value }: QrisTip): string | null {
  if (tip_mode === 'none' || tip_mode === 'prompt') {
    return tip_value === null ? null : 'A value belongs to a fixed tip or one in percent only';
  }
  const max = tip_mode === 'fixed' ? QRIS_AMOUNT_MAX - 1 : TIP_PERCENT_MAX_BPS;
  if (tip_value !== null && Number.isSafeInteger(tip_value) && tip_value >= 1 && tip_value <= max) return null;
  return tip_mode === 'fixed' ? 'A fixed tip is Rp 1 to Rp 9.999.999' : 'A tip in percent is 0.01 to 99.99';
}

/** The tip on an asked amount, whole rupiah, rounded half up; 0 where the payer chooses. */
export function calculateTip(asked: Rupiah, { tip_mode, tip_value }: QrisTip): Rupiah {
  if (tip_mode === 'fixed') return tip_value ?? 0;
  return tip_mode === 'percent' ? prorate(asked, tip_value ?? 0, 10_000) : 0;
}

/** Whether `paid` is what a code for `asked` may be paid with: exact, or up to the limit where the payer chooses. */
export function isPayable(asked: Rupiah, tip: QrisTip, paid: Rupiah): boolean {
  if (tip.tip_mode === 'prompt') return paid >= asked && paid <= Math.max(asked, QRIS_AMOUNT_MAX);
  return paid === add(asked, calculateTip(asked, tip));
}

/**
 * The tip inside the gross amount of a code without an amount of its own. `told`: what the bank says of it, if it does.
 * A tip never is the whole amount; what cannot be worked out is none.
 */
export function extractTip(gross: Rupiah, { tip_mode, tip_value }: QrisTip, told: Rupiah | null): Rupiah {
  if (tip_mode === 'none') return 0;
  const worked = {
    prompt: () => 0,
    fixed: () => tip_value ?? 0,
    percent: () => subtract(gross, prorate(gross, 10_000, 10_000 + (tip_value ?? 0))),
  }[tip_mode];
  const tip = told ?? worked();
  return tip < gross ? tip : 0;
}

/** Hundredths of a percent as tag 57 writes them: `5`, `2.5`, `0.25`. */
export function formatPercent(bps: number): string {
  const text = `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')}`;
  return text.replace(/\.?0+$/, '');
}

/** Hundredths of a percent out of tag 57; null when it is no percentage above 0 and below 100. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text);
  const bps = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0;
  return bps > 0 ? bps : null;
}
