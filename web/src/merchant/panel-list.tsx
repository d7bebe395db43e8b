import type { Output, Route } from '@dasbor/contract/route';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { buildPagesQuery } from '../api/query.ts';
import type { Input } from '../api/call.ts';
import type { Column } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';

type RowOf<R extends Route> = Output<R> extends { data: readonly (infer Row)[] } ? Row : never;

interface PanelListProps<R extends Route> {
  route: R;
  input: Input<R>;
  label: string;
  columns: readonly Column<RowOf<R>>[];
  renderCard: (row: RowOf<R>) => ReactNode;
  empty: string;
  /** At the right of the title. */
  actions?: ReactNode;
  /** Above the list. */
  lead?: ReactNode;
}

/** A list of the merchant in a panel, page by page. */
export function PanelList<R extends Route>({
  route,
  input,
  label,
  columns,
  renderCard,
  empty,
  actions,
  lead,
}: PanelListProps<R>) {
  const list = useInfiniteQuery({ ...buildPagesQuery(route, input), meta: { quiet: true } });
  const rows = (list.data?.pages ?? []).flatMap((page) => (page as unknown as { data: RowOf<R>[] }).data);
  return (
    <Panel title={label} actions={actions} flush={rows.length > 0}>
      {lead}
      <PanelRows
        query={list}
        rows={rows}
        empty={<EmptyState title={empty} />}
        label={label}
        columns={columns}
        keyOf={(row) => (row as { id: string }).id}
        renderCard={renderCard}
      />
    </Panel>
  );
}
