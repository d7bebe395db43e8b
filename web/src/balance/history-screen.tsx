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
import { MAIN, listVisibleAccounts, findAccount, accountDescription, formatAccountType } from './account-labels.ts';
import classes from './balance.module.css';
import { buildColumns } from './columns.tsx';
import { EntryList } from './entry-list.tsx';
import { type EntryFilter, NO_FILTER, parseFilter, isFiltered, toQuery, toSearch } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { JournalSheet } from './journal-sheet.tsx';
import { StatementButton } from './statement-button.tsx';
import { messages } from './messages.ts';

/** All accounts with their balances, and the history of one; `main` is the pending balance. */
export function BalanceHistoryScreen() {
  const t = messages();
  const is_provider = useSignedIn().profile?.merchant_id === null;
  const { id } = useParams({ from: '/protected/balance/history/$id' });
  const balances = useQuery({ ...buildQuery(listBalances), placeholderData: keepPreviousData, meta: { quiet: true } });
  if (balances.isPending) return <ScreenSkeleton />;
  if (balances.data === undefined) {
    const { detail, request_id } = balances.error;
    return (
      <>
        <PageHeader title={t.title} />
        <FailedState detail={detail} request_id={request_id} onRetry={() => void balances.refetch()} />
      </>
    );
  }
  const { data, as_of } = balances.data;
  const accounts = listVisibleAccounts(data, is_provider);
  const account = findAccount(accounts, id);
  if (account === undefined) {
    return (
      <>
        <PageHeader title={t.title} />
        <EmptyState
          title={t.not_found}
          action={
            <Link to="/balance/history/$id" params={{ id: MAIN }}>
              {t.to_main}
            </Link>
          }
        >
          {t.not_found_text}
        </EmptyState>
      </>
    );
  }
  return <History accounts={accounts} account={account} as_of={as_of} id={id} is_provider={is_provider} />;
}

interface HistoryProps {
  accounts: readonly Balance[];
  account: Balance;
  as_of: string;
  /** As in the URL. */
  id: string;
  is_provider: boolean;
}

function History({ accounts, account, as_of, id, is_provider }: HistoryProps) {
  const t = messages();
  const search = useSearch({ from: '/protected/balance/history/$id' });
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const [journal_id, setJournalId] = useState<string | null>(null);
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'balance-history'), buildColumns());
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
        title={formatAccountType(account.type, is_provider)}
        document_title={t.document_title(formatAccountType(account.type, is_provider))}
        line={accountDescription(account.type)}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <StatementButton account_id={account.id} query={query} />
          </>
        }
      />
      <AccountCards accounts={accounts} chosen_id={account.id} search={toSearch(filter)} is_provider={is_provider} />
      <div className={classes.now} role="group" aria-label={t.title}>
        <span className={classes.metric}>{formatRupiah(account.balance)}</span>
        <Text c="dimmed" component="div">
          {account.currency} · {t.as_of} <Instant at={as_of} />
          {account.floor !== null && ` · ${t.floor(formatRupiah(account.floor))}`}
        </Text>
      </div>
      <FilterBar filter={filter} onChange={change} />
      <EntryList
        key={account.id}
        account_id={account.id}
        query={query}
        columns={columns.visible}
        onFit={columns.onFit}
        is_filtered={isFiltered(filter)}
        onOpen={(entry) => setJournalId(entry.journal_id)}
        onClear={() => change(NO_FILTER)}
      />
      <JournalSheet journal_id={journal_id} is_provider={is_provider} onClose={() => setJournalId(null)} />
    </>
  );
}
