import type { BalanceEntry } from '@dasbor/contract/balance';
import { formatRupiah, Amount } from '../ui/amount.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { formatEntryKind } from './account-labels.ts';
import classes from './balance.module.css';

/** A movement on a phone. */
export const EntryCard = ({ entry }: { entry: BalanceEntry }) => (
  <div className={classes.card}>
    <span>{formatEntryKind(entry.kind)}</span>
    <span>
      {entry.debit === null ? '+' : ''}
      <Amount value={(entry.credit ?? 0) - (entry.debit ?? 0)} strong />
    </span>
    <span className={classes.quiet}>{formatInstant(entry.posted_at)}</span>
    <span className={classes.quiet}>{formatRupiah(entry.balance_after)}</span>
    <span className={classes.quiet}>{entry.reference_id}</span>
  </div>
);
