import { IconArrowBackUp } from '@tabler/icons-react';
import { Amount, formatRupiah } from './amount.tsx';
import { EMPTY_CELL } from './column.tsx';
import { messages } from './messages.ts';
import classes from './metrics.module.css';

/** Net amount of a payment, empty until it is paid, and below it what was refunded. */
export const NetAmount = ({ row }: { row: { net_amount: number | null; refunded_amount: number } }) =>
  row.net_amount === null ? (
    EMPTY_CELL
  ) : (
    <span className={classes.lines}>
      <Amount value={row.net_amount} />
      {row.refunded_amount > 0 && <Refunded amount={row.refunded_amount} />}
    </span>
  );

/** The icon of refunds stands for the word, which would make the column half as wide again. */
const Refunded = ({ amount }: { amount: number }) => (
  <span className={classes.refunded} title={messages().refunded}>
    <IconArrowBackUp size={12} stroke={2} role="img" aria-label={messages().refunded} /> {formatRupiah(amount)}
  </span>
);
