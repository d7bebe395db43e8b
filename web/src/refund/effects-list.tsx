import { formatRupiah } from '../ui/amount.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import type { Effects } from './effects.ts';

/** Exactly what happens to the money, before it happens. */
export function EffectsList({ effects, to }: { effects: Effects; to: string }) {
  const { amount, back, cost, held } = effects;
  const given_back = back.fee_amount + back.fee_vat_amount;
  return (
    <DetailList
      rows={[
        ['The customer gets', formatRupiah(amount)],
        ['Where to', to],
        ...(cost.fee_amount > 0
          ? [
              ['Transfer fee', formatRupiah(cost.fee_amount)] as const,
              ['PPN on the fee', formatRupiah(cost.fee_vat_amount)] as const,
            ]
          : []),
        ...(given_back > 0 ? [['Fee and PPN that come back', formatRupiah(given_back)] as const] : []),
        ['Held from your balance now', <strong key="held">{formatRupiah(held)}</strong>],
      ]}
    />
  );
}
