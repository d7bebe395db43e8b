/** Amounts and counts in the current language. */
import * as format from '@dasbor/contract/format';
import { currentLanguage } from './define-messages.ts';
import classes from './metrics.module.css';

/** `Rp 1.234.567`: whole rupiah. */
export const formatRupiah = (amount: number): string => format.formatRupiah(amount);

/** `1,234,567` in English, `1.234.567` in Indonesian. */
export const formatCount = (count: number): string => format.formatCount(count, currentLanguage());

/** `1.2M` in English, `1,2 jt` in Indonesian: short values of an axis. */
export const formatCompact = (value: number): string => format.formatCompact(value, currentLanguage());

interface AmountProps {
  value: number;
  strong?: boolean;
  /** Alternative text: an amount with sen. */
  text?: string;
}

/** An amount in whole rupiah, in tabular figures so that columns scan. */
export const Amount = ({ value, strong = false, text = formatRupiah(value) }: AmountProps) => (
  <span className={classes.amount} data-strong={strong || undefined}>
    {text}
  </span>
);
