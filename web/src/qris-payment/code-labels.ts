/** What the parts of a code are called. */
import { formatPercent, type QrisTip } from '@dasbor/contract/qris-tip';
import { formatRupiah } from '../ui/amount.tsx';

export const MAY_NOT = 'Your role may look at QRIS payments, not create them.';
export const MAY_NOT_CHANGE = 'Your role may look at QRIS codes, not change them.';

export const TYPE_WORDS = { dynamic: 'Dynamic', static: 'Sticker' } as const;

/** `10 % on top`, `Rp 5.000 on top`; null for none. */
export function formatTip({ tip_mode, tip_value }: QrisTip): string | null {
  if (tip_mode === 'none') return null;
  if (tip_mode === 'prompt') return 'The payer chooses';
  return `${tip_mode === 'fixed' ? formatRupiah(tip_value ?? 0) : `${formatPercent(tip_value ?? 0)} %`} on top`;
}

/** `Tebet · K1`; null when neither is named. */
export const formatLocation = ({ store, terminal }: { store: string | null; terminal: string | null }): string | null =>
  [store, terminal].filter(Boolean).join(' · ') || null;
