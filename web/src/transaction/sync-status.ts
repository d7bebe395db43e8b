/** Syncs the status of a payment with the bank. */
import { type Transaction, getTransaction, listTransactions, syncTransaction } from '@dasbor/contract/transaction';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatStatus } from '../ui/status-chip.tsx';
import { showInfo, showSuccess } from '../ui/toast.ts';
import { type Pages, mergeChangedRows } from '../list/merge-rows.ts';
import { messages } from './messages.ts';

/** Statuses in which the bank may have a newer one; an expired code may have been paid at the last moment. */
const SYNCABLE_STATUSES: readonly Transaction['status'][] = ['created', 'pending', 'expired'];

export const canSync = ({ status }: Pick<Transaction, 'status'>): boolean => SYNCABLE_STATUSES.includes(status);

export function useSyncStatus() {
  const client = useQueryClient();
  const may = useHasAccess('Transactions', 'manage');
  const sync = useMutation({
    mutationFn: async (row: Pick<Transaction, 'id' | 'status'>) => {
      const { data } = await call(syncTransaction, { params: { id: row.id } });
      return { data, is_changed: data.status !== row.status };
    },
    onSuccess: async ({ data, is_changed }) => {
      void (is_changed
        ? showSuccess(messages().actions.sync_changed(formatStatus(data.status)))
        : showInfo(messages().actions.sync_unchanged));
      client.setQueriesData({ queryKey: buildQueryKey(listTransactions) }, (list: Pages<Transaction> | undefined) =>
        list === undefined || !('pages' in list) ? list : mergeChangedRows(list, [data]),
      );
      await client.invalidateQueries({ queryKey: buildQueryKey(getTransaction, { params: { id: data.id } }) });
    },
  });
  return {
    sync: sync.mutate,
    is_busy: sync.isPending,
    /** Why the action is not available. */
    reason: may ? undefined : messages().no_action_access,
  };
}
