import type { Balance } from '@dasbor/contract/balance';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { accountLabel } from './account-labels.ts';
import classes from './balance.module.css';

export interface AccountCardsProps {
  accounts: readonly Balance[];
  chosen_id: string | undefined;
  /** The filter of the address stays when the account changes. */
  search: Record<string, string>;
}

/** All accounts with their balances; a card opens its account's history. */
export const AccountCards = ({ accounts, chosen_id, search }: AccountCardsProps) => (
  <nav className={classes.accounts} aria-label="Accounts">
    {accounts.map(({ id, type, balance }) => (
      <Link
        key={id}
        to="/balance/history/$id"
        params={{ id }}
        search={search}
        className={classes.account}
        aria-current={id === chosen_id ? 'page' : undefined}
        resetScroll={false}
      >
        <span className={classes.name}>{accountLabel(type)}</span>
        <Amount value={balance} strong />
      </Link>
    ))}
  </nav>
);
