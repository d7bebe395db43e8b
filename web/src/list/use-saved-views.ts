/** Reading and changing the views that a person keeps of a list. */
import type { CallBody } from '@dasbor/contract/route';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '@dasbor/contract/saved-view';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';

export function useSavedViews(list: string) {
  const client = useQueryClient();
  const views = useQuery({
    ...buildQuery(listSavedViews, { query: { list } }),
    staleTime: Infinity,
    meta: { quiet: true },
  });
  const follow = (words: string) => ({
    meta: { quiet: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: buildQueryKey(listSavedViews) });
      await showSuccess(words);
    },
    onError: (error: Error) => void showError(toProblem(error).detail),
  });
  const create = useMutation({
    mutationFn: (view: Omit<CallBody<typeof createSavedView>, 'list'>) =>
      call(createSavedView, { body: { list, ...view } }),
    ...follow('View saved'),
  });
  const update = useMutation({
    mutationFn: ({ id, ...change }: { id: string } & CallBody<typeof updateSavedView>) =>
      call(updateSavedView, { params: { id }, body: change }),
    ...follow('View changed'),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteSavedView, { params: { id } }),
    ...follow('View deleted'),
  });
  return { views, create, update, remove };
}
