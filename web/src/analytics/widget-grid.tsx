import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './analytics.module.css';
import { AddToBoardItems, OnBoardItems } from './board-items.tsx';
import type { AnalyticsScope } from './drill-down.ts';
import type { AnalyticsState, Filters } from './filter.ts';
import { messages } from './messages.ts';
import { type Board, type UserBoards, fromBoardWidget } from './use-boards.ts';
import { Widget } from './widget.tsx';
import { PROVIDER_WIDGETS, type ShownWidget, WIDGETS, widgetKey } from './widget-list.ts';

export interface GridProps {
  scope: AnalyticsScope;
  state: AnalyticsState;
  period: Record<string, string>;
  boards: UserBoards;
  mayShow: (spec: ShownWidget) => boolean;
  /** Whether the reader may open the lists that metrics lead to. */
  has_links?: boolean | undefined;
}

const WIDGETS_BY_SCOPE = { merchant: WIDGETS, provider: PROVIDER_WIDGETS } as const;

/** The widgets of a tab; each can be added to a board. */
export const TabGrid = ({
  scope,
  state,
  period,
  boards,
  mayShow,
  has_links,
  onNewBoard,
}: GridProps & { onNewBoard: (spec: ShownWidget) => void }) => (
  <div className={classes.grid}>
    {WIDGETS_BY_SCOPE[scope][state.tab].filter(mayShow).map((spec) => (
      <Widget
        key={widgetKey(spec)}
        scope={scope}
        has_links={has_links}
        spec={spec}
        period={period}
        filters={state.filters}
        is_compared={state.is_compared}
        menu={<AddToBoardItems spec={spec} of={boards} onNew={() => onNewBoard(spec)} />}
      />
    ))}
  </div>
);

/** `filters`: those that every tab has, because a board mixes tabs. */
interface BoardGridProps extends GridProps {
  board: Board;
  filters: Filters;
}

/** The widgets of a board, in its order. */
export function BoardGrid({ board, filters, scope, state, period, boards, mayShow, has_links }: BoardGridProps) {
  const specs = board.widgets.map(fromBoardWidget);
  if (specs.length === 0) {
    return (
      <Panel>
        <EmptyState title={messages().boards.empty}>{messages().boards.empty_line}</EmptyState>
      </Panel>
    );
  }
  return (
    <div className={classes.grid}>
      {specs.map((spec, index) =>
        mayShow(spec) ? (
          <Widget
            key={widgetKey(spec)}
            scope={scope}
            has_links={has_links}
            spec={spec}
            period={period}
            filters={filters}
            is_compared={state.is_compared}
            menu={<OnBoardItems board={board} index={index} of={boards} />}
          />
        ) : null,
      )}
    </div>
  );
}
