import classes from './figures.module.css';

const GROUPED = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 });

/** `Rp 1.234.567`: whole rupiah as people read them. */
export function formatAmount(amount: number): string {
  const figures = `Rp ${GROUPED.format(Math.abs(amount))}`;
  return amount < 0 ? `-${figures}` : figures;
}

/** `1.234.567`: a plain count. */
export const formatCount = (count: number): string => GROUPED.format(count);

/** An amount in whole rupiah, in figures of one width so that columns scan. */
export const Amount = ({ value, strong = false }: { value: number; strong?: boolean }) => (
  <span className={classes.amount} data-strong={strong || undefined}>
    {formatAmount(value)}
  </span>
);
