import type { Balance } from '@dasbor/contract/balance';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { formatAccountType } from './account-labels.ts';
import classes from './balance.module.css';
import { messages } from './messages.ts';

export interface AccountCardsProps {
  accounts: readonly Balance[];
  chosen_id: string | undefined;
  /** The filter of the URL is kept when the account changes. */
  search: Record<string, string>;
  is_provider: boolean;
}

/** Accounts with their balances; each card opens the history of its account. */
export const AccountCards = ({ accounts, chosen_id, search, is_provider }: AccountCardsProps) => (
  <nav className={classes.accounts} aria-label={messages().accounts}>
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
        <span className={classes.name}>{formatAccountType(type, is_provider)}</span>
        <Amount value={balance} strong />
      </Link>
    ))}
  </nav>
);
