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

/** The permanent numbers, one per bank. */
export function NumbersPanel({ query, action }: NumbersPanelProps) {
  const { data, error } = query;
  if (query.isPending) {
    return (
      <Panel title="Numbers" flush>
        <ListSkeleton rows={2} />
      </Panel>
    );
  }
  if (data === undefined) {
    return (
      <Panel title="Numbers">
        <FailedState detail={error?.detail ?? ''} request_id={error?.request_id} onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel title="Numbers" flush>
      {data.data.length === 0 ? (
        <EmptyState title="No numbers yet" action={action}>
          Add the permanent number of a bank. What is paid to it tops up your payout balance at once.
        </EmptyState>
      ) : (
        <div className={classes.scroller} tabIndex={0} role="region" aria-label="Numbers">
          <table className={classes.table}>
            <thead>
              <tr>
                <th>Bank</th>
                <th>Number</th>
                <th>Holder</th>
                <th>Status</th>
                <th data-amount>Topped up this month</th>
                <th>Last top-up</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((va) => (
                <tr key={va.id}>
                  <td title={getBankName(va.bank)}>{va.bank}</td>
                  <td>
                    <CopyableId value={va.va_number} label="VA number">
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
