/** Reading and changing a user's saved views of a list. */
import type { CallBody } from '@dasbor/contract/route';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '@dasbor/contract/saved-view';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

export function useSavedViews(list: string) {
  const client = useQueryClient();
  const views = useQuery({
    ...buildQuery(listSavedViews, { query: { list } }),
    staleTime: Infinity,
    meta: { quiet: true },
  });
  const followUp = (message: () => string) => ({
    meta: { quiet: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: buildQueryKey(listSavedViews) });
      await showSuccess(message());
    },
    onError: (error: Error) => void showError(toProblem(error).detail),
  });
  const create = useMutation({
    mutationFn: (view: Omit<CallBody<typeof createSavedView>, 'list'>) =>
      call(createSavedView, { body: { list, ...view } }),
    ...followUp(() => messages().views.saved),
  });
  const update = useMutation({
    mutationFn: ({ id, ...change }: { id: string } & CallBody<typeof updateSavedView>) =>
      call(updateSavedView, { params: { id }, body: change }),
    ...followUp(() => messages().views.updated),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteSavedView, { params: { id } }),
    ...followUp(() => messages().views.deleted),
  });
  return { views, create, update, remove };
}
