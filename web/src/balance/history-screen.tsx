import { type Balance, listBalances } from '@dasbor/contract/balance';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { AccountCards } from './account-cards.tsx';
import { MAIN, findAccount, accountDescription, accountLabel } from './account-labels.ts';
import classes from './balance.module.css';
import { COLUMNS } from './columns.tsx';
import { EntryList } from './entry-list.tsx';
import { type EntryFilter, NO_FILTER, parseFilter, isFiltered, toQuery, toSearch } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { JournalSheet } from './journal-sheet.tsx';
import { StatementButton } from './statement-button.tsx';

/** The history of a ledger account below all accounts with their balances; `main` is what waits for settlement. */
export function BalanceHistoryScreen() {
  const { id } = useParams({ from: '/protected/balance/history/$id' });
  const balances = useQuery({ ...buildQuery(listBalances), placeholderData: keepPreviousData, meta: { quiet: true } });
  if (balances.isPending) return <ScreenSkeleton />;
  if (balances.data === undefined) {
    const { detail, request_id } = balances.error;
    return (
      <>
        <PageHeader title="Balance" />
        <FailedState detail={detail} request_id={request_id} onRetry={() => void balances.refetch()} />
      </>
    );
  }
  const { data: accounts, as_of } = balances.data;
  const account = findAccount(accounts, id);
  if (account === undefined) {
    return (
      <>
        <PageHeader title="Balance" />
        <EmptyState
          title="Account not found"
          action={
            <Link to="/balance/history/$id" params={{ id: MAIN }}>
              To the main account
            </Link>
          }
        >
          There is no account of this id among yours.
        </EmptyState>
      </>
    );
  }
  return <History accounts={accounts} account={account} as_of={as_of} id={id} />;
}

interface HistoryProps {
  accounts: readonly Balance[];
  account: Balance;
  as_of: string;
  /** As the address has it. */
  id: string;
}

function History({ accounts, account, as_of, id }: HistoryProps) {
  const search = useSearch({ from: '/protected/balance/history/$id' });
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const [journal_id, setJournalId] = useState<string | null>(null);
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'balance-history'), COLUMNS);
  const filter = useMemo(() => parseFilter(search), [search]);
  const query = useMemo(() => toQuery(filter), [filter]);
  const change = (part: Partial<EntryFilter>) =>
    void navigate({
      to: '/balance/history/$id',
      params: { id },
      search: toSearch({ ...filter, ...part }),
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title={accountLabel(account.type)}
        document_title={`Balance: ${accountLabel(account.type)}`}
        line={accountDescription(account.type)}
        actions={
          <>
            <ColumnChooser columns={COLUMNS} choice={columns} />
            <StatementButton account_id={account.id} query={query} />
          </>
        }
      />
      <AccountCards accounts={accounts} chosen_id={account.id} search={toSearch(filter)} />
      <div className={classes.now} role="group" aria-label="Balance">
        <span className={classes.figure}>{formatRupiah(account.balance)}</span>
        <Text c="dimmed" component="div">
          {account.currency} · as of <Instant at={as_of} />
          {account.floor !== null && ` · never below ${formatRupiah(account.floor)}`}
        </Text>
      </div>
      <FilterBar filter={filter} onChange={change} />
      <EntryList
        key={account.id}
        account_id={account.id}
        query={query}
        columns={columns.visible}
        is_filtered={isFiltered(filter)}
        onOpen={(entry) => setJournalId(entry.journal_id)}
        onClear={() => change(NO_FILTER)}
      />
      <JournalSheet journal_id={journal_id} onClose={() => setJournalId(null)} />
    </>
  );
}
