import { formatRupiah } from '../ui/amount.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import type { Effects } from './effects.ts';
import { messages } from './messages.ts';

/** Preview of the amounts that a refund moves. */
export function EffectsList({ effects, to }: { effects: Effects; to: string }) {
  const { amount, reversed_fee: fee, cost, held } = effects;
  const t = messages().effects;
  const reversed_fee = fee.fee_amount + fee.fee_vat_amount;
  return (
    <DetailList
      rows={[
        [t.customer_receives, formatRupiah(amount)],
        [t.destination, to],
        ...(cost.fee_amount > 0
          ? [
              [t.transfer_fee, formatRupiah(cost.fee_amount)] as const,
              [t.transfer_vat, formatRupiah(cost.fee_vat_amount)] as const,
            ]
          : []),
        ...(reversed_fee > 0 ? [[t.reversed_fee, formatRupiah(reversed_fee)] as const] : []),
        [t.held, <strong key="held">{formatRupiah(held)}</strong>],
      ]}
    />
  );
}
