/** Query and mutations of the notes of a payment. */
import { createTransactionNote, deleteTransactionNote, listTransactionNotes } from '@dasbor/contract/transaction-note';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

export function useNotes(id: string) {
  const client = useQueryClient();
  const input = { params: { id } };
  const notes = useQuery({ ...buildQuery(listTransactionNotes, input), meta: { quiet: true } });
  const refetch = () => client.invalidateQueries({ queryKey: buildQueryKey(listTransactionNotes, input) });
  useLiveBatch('transaction', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id)) void refetch();
  });
  const add = useMutation({
    mutationFn: (body: string) => call(createTransactionNote, { ...input, body: { body } }),
    onSuccess: refetch,
  });
  const remove = useMutation({
    mutationFn: (note_id: string) => call(deleteTransactionNote, { params: { id, note_id } }),
    onSuccess: async () => {
      await refetch();
      await showSuccess(messages().deleted);
    },
  });
  return { notes, add, remove };
}
