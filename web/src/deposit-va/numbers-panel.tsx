import type { DepositVa } from '@dasbor/contract/deposit-va';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './deposit-va.module.css';
import { VA_MEANING, getBankName } from './labels.ts';
import { messages } from './messages.ts';

export interface NumbersPanelProps {
  query: {
    isPending: boolean;
    data: { data: DepositVa[] } | undefined;
    error: { detail: string; request_id?: string | undefined } | null;
    refetch: () => unknown;
  };
  /** The first step. */
  action: ReactNode;
}

/** Deposit VAs, one per bank. */
export function NumbersPanel({ query, action }: NumbersPanelProps) {
  const t = messages();
  const { data, error } = query;
  if (query.isPending) {
    return (
      <Panel title={t.numbers.title} flush>
        <ListSkeleton rows={2} />
      </Panel>
    );
  }
  if (data === undefined) {
    return (
      <Panel title={t.numbers.title}>
        <FailedState detail={error?.detail ?? ''} request_id={error?.request_id} onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel title={t.numbers.title} flush>
      {data.data.length === 0 ? (
        <EmptyState title={t.numbers.empty} action={action}>
          {t.numbers.empty_text}
        </EmptyState>
      ) : (
        <div className={classes.scroller} tabIndex={0} role="region" aria-label={t.numbers.title}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th>{t.bank}</th>
                <th>{t.number}</th>
                <th>{t.numbers.holder}</th>
                <th>{t.status}</th>
                <th data-amount>{t.numbers.this_month}</th>
                <th>{t.numbers.last}</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((va) => (
                <tr key={va.id}>
                  <td title={getBankName(va.bank)}>{va.bank}</td>
                  <td>
                    <CopyableId value={va.va_number} label={t.copy.va_number}>
                      <Link to="/deposit-va/$id" params={{ id: va.id }}>
                        {va.va_number}
                      </Link>
                    </CopyableId>
                  </td>
                  <td>{va.holder_name}</td>
                  <td>
                    <StatusChip status={va.status} meaning={VA_MEANING[va.status]} />
                  </td>
                  <td data-amount>
                    <Amount value={va.topped_up_this_month} />
                  </td>
                  <td>{va.last_top_up_at === null ? '–' : <Instant at={va.last_top_up_at} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
