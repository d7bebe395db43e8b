/** Reading and changing the boards of the user. */
import {
  type AnalyticsBoard,
  createAnalyticsBoard,
  deleteAnalyticsBoard,
  listAnalyticsBoards,
  updateAnalyticsBoard,
} from '@dasbor/contract/analytics-board';
import type { CallBody } from '@dasbor/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { showError } from '../ui/toast.ts';
import type { WidgetSpec } from './widget-list.ts';

/** A widget as a board stores it. */
export const toBoardWidget = ({ tab, widget, dimension }: WidgetSpec) => ({
  tab,
  widget,
  dimension: dimension ?? null,
});
/** A stored widget as the screen shows it. */
export const fromBoardWidget = ({ tab, widget, dimension }: AnalyticsBoard['widgets'][number]): WidgetSpec => ({
  tab,
  widget,
  dimension: dimension ?? undefined,
});

export type UserBoards = ReturnType<typeof useBoards>;

export function useBoards() {
  const client = useQueryClient();
  const query = useQuery({ ...buildQuery(listAnalyticsBoards), staleTime: Infinity, meta: { quiet: true } });
  const followUp = {
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: buildQueryKey(listAnalyticsBoards) }),
    onError: (error: Error) => void showError(toProblem(error).detail),
  };
  const create = useMutation({
    mutationFn: (body: CallBody<typeof createAnalyticsBoard>) => call(createAnalyticsBoard, { body }),
    ...followUp,
  });
  const update = useMutation({
    mutationFn: ({ id, ...body }: { id: string } & CallBody<typeof updateAnalyticsBoard>) =>
      call(updateAnalyticsBoard, { params: { id }, body }),
    ...followUp,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteAnalyticsBoard, { params: { id } }),
    ...followUp,
  });
  return { query, boards: query.data?.data ?? [], create, update, remove };
}
