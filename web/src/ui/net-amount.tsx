import { Text } from '@mantine/core';
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
      {row.refunded_amount > 0 && (
        <Text span c="dimmed" fz="xs" inherit={false}>
          {messages().refunded(formatRupiah(row.refunded_amount))}
        </Text>
      )}
    </span>
  );
