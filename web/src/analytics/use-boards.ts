/** Reading and changing the boards of the user. */
import {
  type AnalyticsBoard,
  type ProviderAnalyticsBoard,
  createAnalyticsBoard,
  createProviderAnalyticsBoard,
  deleteAnalyticsBoard,
  deleteProviderAnalyticsBoard,
  listAnalyticsBoards,
  listProviderAnalyticsBoards,
  updateAnalyticsBoard,
  updateProviderAnalyticsBoard,
} from '@dasbor/contract/analytics-board';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { showError } from '../ui/toast.ts';
import type { AnalyticsScope } from './drill-down.ts';
import type { ShownWidget } from './widget-list.ts';

/** A board of a merchant's metrics, or of the provider's. */
export type Board = Omit<AnalyticsBoard, 'widgets'> & {
  widgets: (AnalyticsBoard | ProviderAnalyticsBoard)['widgets'][number][];
};
type BoardWidgets = Board['widgets'];

/** A widget as a board stores it. */
export const toBoardWidget = ({ tab, widget, dimension }: ShownWidget): BoardWidgets[number] => ({
  tab,
  widget,
  dimension: dimension ?? null,
});
/** A stored widget as the screen shows it. */
export const fromBoardWidget = ({ tab, widget, dimension }: BoardWidgets[number]): ShownWidget => ({
  tab,
  widget,
  dimension: dimension ?? undefined,
});

/** The routes of each side. They differ in the dimensions of widgets only, which the server validates. */
const ROUTES = {
  merchant: {
    list: listAnalyticsBoards,
    create: createAnalyticsBoard,
    update: updateAnalyticsBoard,
    remove: deleteAnalyticsBoard,
  },
  provider: {
    list: listProviderAnalyticsBoards as unknown as typeof listAnalyticsBoards,
    create: createProviderAnalyticsBoard as unknown as typeof createAnalyticsBoard,
    update: updateProviderAnalyticsBoard as unknown as typeof updateAnalyticsBoard,
    remove: deleteProviderAnalyticsBoard as unknown as typeof deleteAnalyticsBoard,
  },
} as const satisfies Record<AnalyticsScope, object>;

export type UserBoards = ReturnType<typeof useBoards>;

export interface NewBoard {
  name: string;
  widgets: BoardWidgets;
}
export interface BoardChange {
  id: string;
  name?: string;
  widgets?: BoardWidgets;
  position?: number;
}

export function useBoards(scope: AnalyticsScope) {
  const routes = ROUTES[scope];
  const client = useQueryClient();
  const query = useQuery({ ...buildQuery(routes.list), staleTime: Infinity, meta: { quiet: true } });
  const followUp = {
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: buildQueryKey(routes.list) }),
    onError: (error: Error) => void showError(toProblem(error).detail),
  };
  const create = useMutation({
    mutationFn: (body: NewBoard) => call(routes.create, { body: body as never }),
    ...followUp,
  });
  const update = useMutation({
    mutationFn: ({ id, ...body }: BoardChange) => call(routes.update, { params: { id }, body: body as never }),
    ...followUp,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.remove, { params: { id } }),
    ...followUp,
  });
  const boards: readonly Board[] = query.data?.data ?? [];
  return { query, boards, create, update, remove };
}
