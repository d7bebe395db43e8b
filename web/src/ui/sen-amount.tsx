/** Amounts of bank statements, which may have sen beyond whole rupiah. */
import { Amount, formatRupiah } from './amount.tsx';

/** `Rp 1.234,56`; without sen as every amount. */
export function formatSen(amount: number, cents: number): string {
  if (cents === 0) return formatRupiah(amount);
  // The sum of sen of many lines may be more than a rupiah.
  const sen = amount * 100 + cents;
  const whole = Math.trunc(Math.abs(sen) / 100);
  const rest = String(Math.abs(sen) % 100).padStart(2, '0');
  const text = formatRupiah(sen < 0 ? 0 - whole : whole);
  return `${sen < 0 && whole === 0 ? `-${text}` : text},${rest}`;
}

interface SenAmountProps {
  amount: number;
  cents: number;
  strong?: boolean;
}
export const SenAmount = ({ amount, cents, strong = false }: SenAmountProps) => (
  <Amount value={amount} strong={strong} text={formatSen(amount, cents)} />
);
