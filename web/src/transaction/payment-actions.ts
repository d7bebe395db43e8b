/** Actions on one payment: receipt and cancellation. */
import {
  type Transaction,
  cancelTransaction,
  getTransaction,
  getTransactionReceipt,
  listTransactions,
} from '@dasbor/contract/transaction';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Pages, mergeChangedRows } from '../list/merge-rows.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

const RECEIPT_STATUSES: readonly Transaction['status'][] = ['success', 'partially_refunded', 'refunded'];

export const hasReceipt = ({ status }: Pick<Transaction, 'status'>): boolean => RECEIPT_STATUSES.includes(status);
/** Pending payments of a QR code or virtual account can be cancelled at the bank. */
export const isCancellable = (of: Pick<Transaction, 'status' | 'qris_payment_id' | 'virtual_account_id'>): boolean =>
  of.status === 'pending' && (of.qris_payment_id !== null || of.virtual_account_id !== null);

/** Downloads the receipt as a PDF. */
export function useReceipt() {
  return useMutation({
    mutationFn: (id: string) => downloadFile(getTransactionReceipt, { params: { id }, file_name: `receipt-${id}.pdf` }),
    meta: { quiet: true },
    onSuccess: () => showSuccess(messages().actions.receipt_downloaded),
    onError: (error) => void showError(messages().actions.receipt_failed(toProblem(error).detail)),
  });
}

/** Cancels a pending payment. */
export function useCancel() {
  const client = useQueryClient();
  const may = useHasAccess('Transactions', 'manage');
  const cancel = useMutation({
    mutationFn: (id: string) => call(cancelTransaction, { params: { id } }),
    onSuccess: async ({ data }) => {
      await showSuccess(messages().cancel.cancelled);
      client.setQueriesData({ queryKey: buildQueryKey(listTransactions) }, (list: Pages<Transaction> | undefined) =>
        list === undefined || !('pages' in list) ? list : mergeChangedRows(list, [data]),
      );
      await client.invalidateQueries({ queryKey: buildQueryKey(getTransaction, { params: { id: data.id } }) });
    },
  });
  return {
    cancel,
    /** Why the action is not available. */
    reason: may ? undefined : messages().no_action_access,
  };
}
